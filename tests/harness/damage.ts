import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { type Place, looking } from './clinic.ts'

// What a crash may not do. Each damage is one line; none is what is hoped for.

export interface Damage {
  lost: string[]
  torn: string[]
}

/** Compares a database with what was acknowledged, and with itself; mails are in its outbox folder, unless a mail server has them. */
export async function damageAt(
  place: Place,
  acknowledged: ReadonlySet<string>,
  { overSmtp = false } = {},
): Promise<Damage> {
  return await looking(place, async (db) => ({
    lost: await lost(db, acknowledged),
    torn: [
      ...(await halfDone(db)),
      ...(await miscounted(db)),
      ...(overSmtp ? [] : await mailsAmiss(db, place)),
      ...(await broken(db)),
    ],
  }))
}

async function lost(db: Database, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const rows = await db.selectFrom('client').select('uuid').where('registered', '=', 1).execute()
  const registered = new Set(rows.map(({ uuid }) => uuid))
  return [...acknowledged].filter((uuid) => !registered.has(uuid)).map((uuid) => `${uuid} is not registered`)
}

async function halfDone(db: Database): Promise<string[]> {
  const clients = await db
    .selectFrom('client')
    .leftJoin('account', 'account.id', 'client.account_id')
    .select(['uuid', 'registered', 'registered_at', 'activation', 'username', 'email'])
    .execute()
  const accounts = await sql<{ username: string }>`
    select username from account where staff_role is null
      and not exists (select 1 from client where client.account_id = account.id)`.execute(db)
  return [
    ...clients
      .filter((client) => {
        const whole = client.registered === 1 ? client.username === client.email : client.username === null
        const isOn = client.registered === 1
        return !whole || isOn !== (client.registered_at !== null) || isOn !== (client.activation !== null)
      })
      .map(({ uuid }) => `${uuid} is half registered`),
    ...accounts.rows.map(({ username }) => `${username} has an account and no client`),
  ]
}

async function miscounted(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select practice_id as id from client_count
    where registered <> (select count(*) from client c where c.practice_id = client_count.practice_id and registered = 1)
      or unregistered <> (select count(*) from client c where c.practice_id = client_count.practice_id and registered = 0)
      or activated <> (select count(*) from client c where c.practice_id = client_count.practice_id and activation = 'activated')
      or failed <> (select count(*) from client c where c.practice_id = client_count.practice_id and activation = 'failed')
  `.execute(db)
  return rows.map(({ id }) => `${id} has other clients than it counts`)
}

/** One mail to each owner: waiting in the table, in the folder, or, where the server died between the two, in both under one id. */
export async function mailsAmiss(db: Database, { dataDir }: Place): Promise<string[]> {
  const mails = new Map<string, string>()
  // The table first: what leaves it meanwhile is in the folder already.
  const waiting = await db
    .selectFrom('outbox')
    .innerJoin('account', 'account.id', 'outbox.account_id')
    .select(['outbox.id', 'username'])
    .execute()
  for (const { id, username } of waiting) mails.set(id, username)
  for (const [id, to] of mailsIn(join(dataDir, 'outbox'))) mails.set(id, to)

  const perAddress = new Map<string, number>()
  for (const to of mails.values()) perAddress.set(to, (perAddress.get(to) ?? 0) + 1)
  const owners = await db
    .selectFrom('account')
    .select('username')
    .where('staff_role', 'is', null)
    // They get mails about their requests.
    .where('username', 'not like', 'asker-%')
    .execute()
  return owners
    .filter(({ username }) => perAddress.get(username) !== 1)
    .map(({ username }) => `${username} gets ${perAddress.get(username) ?? 0} mails`)
}

/** Ids and addresses; a mail that is there does not change. */
const read = new Map<string, string>()
function mailsIn(folder: string): [id: string, to: string][] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => {
      const known = read.get(name)
      const [, to] = known ? ['', known] : (/^To: (\S+@\S+)$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [])
      read.set(name, to ?? 'nobody')
      return [name.slice(0, -'.eml'.length), to ?? 'nobody']
    })
}

async function broken(db: Database): Promise<string[]> {
  if (isPostgres(db)) return []
  const integrity = await sql<Record<string, unknown>>`pragma integrity_check`.execute(db)
  const references = await sql`pragma foreign_key_check`.execute(db)
  const texts = integrity.rows.map((row) => String(Object.values(row)[0]))
  return [
    ...texts.filter((text) => text !== 'ok'),
    ...references.rows.map((row) => `a reference to nothing: ${JSON.stringify(row)}`),
  ]
}
