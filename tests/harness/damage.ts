import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { type Place, withDatabaseOf } from './clinic.ts'
import { rowsOf } from './rows.ts'

/** Faults that a crash must not cause, one line each. */
export interface Damage {
  lost: string[]
  torn: string[]
}

/** Returns the column `text` of a query, which has one row per fault. */
export const textsOf = async (db: Database, query: string): Promise<string[]> =>
  (await sql.raw<{ text: string }>(query).execute(db)).rows.map(({ text }) => text)

/**
 * Compares a database with the acknowledged registrations, and checks its consistency. Checks the mails in the outbox
 * folder, unless they were sent to a mail server.
 */
export async function damageAt(
  place: Place,
  acknowledged: ReadonlySet<string>,
  { overSmtp = false } = {},
): Promise<Damage> {
  return await withDatabaseOf(place, async (db) => {
    const rows = await rowsOf(db, 'client', ['uuid'], { registered: 1 })
    const registered = new Set(rows.map(({ uuid }) => uuid))
    return {
      lost: [...acknowledged].filter((uuid) => !registered.has(uuid)).map((uuid) => `${uuid} is not registered`),
      torn: [
        ...(await textsOf(db, HALF_REGISTERED)),
        ...(await textsOf(db, UNLINKED)),
        ...(await textsOf(db, MISCOUNTED)),
        ...(overSmtp ? [] : await damagedMails(db, place)),
        ...(await broken(db)),
      ],
    }
  })
}

const HALF_REGISTERED = `
  select uuid || ' is half registered' as text from client left join account on account.id = client.account_id
  where case when registered = 1 then username is distinct from email or registered_at is null or activation is null
    else username is not null or registered_at is not null or activation is not null end`
const UNLINKED = `
  select username || ' has an account and no client' as text from account
  where staff_role is null and not exists (select 1 from client where client.account_id = account.id)`
const MISCOUNTED = `
  select practice_id || ' has other clients than it counts' as text from client_count n
  where (registered, unregistered, activated, failed) <> (
    select count(*) filter (where c.registered = 1), count(*) filter (where c.registered = 0),
      count(*) filter (where c.activation = 'activated'), count(*) filter (where c.activation = 'failed')
    from client c where c.practice_id = n.practice_id)`

/**
 * Returns a line for each owner without exactly one mail. A server killed while sending leaves a mail in both the table
 * and the folder, under one id.
 */
async function damagedMails(db: Database, place: Place): Promise<string[]> {
  const mails = await mailsAt(db, place)
  const perAddress = Map.groupBy(mails.values(), (to) => to)
  const owners = await rowsOf(db, 'account', ['username'], { staff_role: null })
  return (
    owners
      .map(({ username }) => ({ username, count: perAddress.get(username)?.length ?? 0 }))
      // The accounts of `RequestsWork` get mails about their requests.
      .filter(({ username, count }) => count !== 1 && !username.startsWith('asker-'))
      .map(({ username, count }) => `${username} gets ${count} mails`)
  )
}

/** Returns the recipient of each mail, by its id. */
export async function mailsAt(db: Database, { dataDir }: Place): Promise<Map<string, string>> {
  // Reads the table first: a mail that leaves the table meanwhile is in the folder already.
  const waiting = await db
    .selectFrom('outbox')
    .innerJoin('account', 'account.id', 'outbox.account_id')
    .select(['outbox.id', 'username'])
    .execute()
  const mails = new Map(waiting.map(({ id, username }) => [id, username]))
  for (const [id, to] of mailsIn(join(dataDir, 'outbox'))) mails.set(id, to)
  return mails
}

/** Recipients by file name. The file of a mail never changes. */
const read = new Map<string, string>()

function mailsIn(folder: string): [id: string, to: string][] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return names.map((name) => {
    const to = read.get(name) ?? /^To: (\S+@\S+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? 'nobody'
    read.set(name, to)
    return [basename(name, '.eml'), to]
  })
}

async function broken(db: Database): Promise<string[]> {
  if (isPostgres(db)) return []
  const integrity = await textsOf(db, 'select integrity_check as text from pragma_integrity_check')
  const references = await sql`pragma foreign_key_check`.execute(db)
  return [
    ...integrity.filter((text) => text !== 'ok'),
    ...references.rows.map((row) => `a reference to nothing: ${JSON.stringify(row)}`),
  ]
}
