import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/fields.ts'
import { displayName } from '#contract/names.ts'
import { addDays } from '#contract/withdrawal.ts'
import { nameOf } from '#server/access-log/write.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import { beginOfDay } from '#server/local-day.ts'
import { activeMemberships } from '#server/memberships/active.ts'
import type { Scope } from './scope.ts'

export interface Period {
  /** Inclusive days of the practices. */
  from: IsoDate
  to: IsoDate
}

export interface LeakedClient {
  uuid: string
  practiceId: string
  number: string | null
  name: string
  email: string | null
  phone: string | null
  mobile: string | null
  /** By how many accounts and systems it was read or changed in the period. */
  seenBy: number
}

/** An account, or a practice's own system by the name of its key; neither of what an import or an owner did. */
export interface LeakAccount {
  id?: string
  username?: string
  name?: string
  key?: string
  /** How often each, by `read` (a day each) or by what the trail calls it. */
  actions: Record<string, number>
  first: string
  last: string
  clients: string[]
}

export interface LeakReport {
  scope: Scope
  period: Period
  madeAt: string
  practices: { id: string; name: string }[]
  clients: LeakedClient[]
  kinds: { kind: string; count: number }[]
  accounts: LeakAccount[]
}

/** What an authority asks of a leak: whose data, of which kinds, and who has read or changed them, and when. */
export async function leakReport(
  db: Database,
  { scope, period, now }: { scope: Scope; period: Period; now: Date },
): Promise<LeakReport> {
  const ofClient = reachable(scope, period)
  const accounts = await accountsSeen(db, scope, period)
  const seen = new Map<string, number>()
  for (const { clients } of accounts) for (const uuid of clients) seen.set(uuid, (seen.get(uuid) ?? 0) + 1)
  const clients = await db
    .selectFrom('client as c')
    .select(['c.uuid', 'c.practice_id as practiceId', 'c.client_number as number', 'c.email', 'c.phone', 'c.mobile'])
    .select(['c.company_name', 'c.call_name', 'c.first_name', 'c.last_name'])
    .where(ofClient)
    .orderBy('c.practice_id')
    .orderBy('c.sort_name')
    .orderBy('c.uuid')
    .execute()
  const practiceIds = [...new Set(clients.map(({ practiceId }) => practiceId))]
  return {
    scope,
    period,
    madeAt: now.toISOString(),
    practices:
      practiceIds.length === 0
        ? []
        : await db.selectFrom('practice').select(['id', 'name']).where('id', 'in', practiceIds).orderBy('id').execute(),
    clients: clients.map(({ company_name, call_name, first_name, last_name, ...client }) => ({
      ...client,
      name: displayName({
        companyName: company_name ?? undefined,
        callName: call_name ?? undefined,
        firstName: first_name ?? undefined,
        lastName: last_name,
      }),
      seenBy: seen.get(client.uuid) ?? 0,
    })),
    kinds: await kindsOf(db, ofClient),
    accounts,
  }
}

/** The clients `c` that could be read: of an account those of its practices, its own, and what it has read in the period. */
function reachable(scope: Scope, period: Period): RawBuilder<SqlBool> {
  if (scope === 'all') return sql`1 = 1`
  if ('practiceId' in scope) return sql`c.practice_id = ${scope.practiceId}`
  const { accountId } = scope
  return sql`(c.account_id = ${accountId}
    or c.practice_id in (select practice_id from ${activeMemberships} w where account_id = ${accountId})
    or c.uuid in (select client_uuid from client_reading
      where account_id = ${accountId} and day >= ${period.from} and day <= ${period.to})
    or c.uuid in (select client_uuid from audit
      where account_id = ${accountId} and at >= ${beginOfDay(period.from)} and at < ${beginOfDay(addDays(period.to, 1))}))`
}

/** Of their clients. */
async function kindsOf(db: Database, ofClient: RawBuilder<SqlBool>): Promise<LeakReport['kinds']> {
  const having = (column: string) =>
    sql`select count(*) from client c where ${ofClient} and ${sql.ref(`c.${column}`)} is not null`
  const records = (table: string) =>
    sql`select count(*) from ${sql.table(table)} r join client c on c.uuid = r.client_uuid where ${ofClient}`
  const queries = {
    names: having('uuid'),
    'e-mail addresses': having('email'),
    'telephone numbers': having('phone'),
    'mobile numbers': having('mobile'),
    'home addresses': having('street'),
    'farm numbers (UBN)': having('ubn'),
    accounts: having('account_id'),
    animals: records('patient'),
    reminders: records('reminder'),
    appointments: records('appointment'),
    'visit forms': records('visit_form'),
    attachments: records('attachment'),
    invoices: records('invoice'),
    'logbook entries': sql`select count(*) from logbook_entry l join patient r on r.uuid = l.patient_uuid
      join client c on c.uuid = r.client_uuid where ${ofClient}`,
    requests: records('request'),
    'photos of requests': records('request_photo'),
  }
  const counts = Object.entries(queries).map(([kind, query]) => sql`select ${kind} as kind, (${query}) as count`)
  const { rows } = await sql<{ kind: string; count: number | string }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }))
}

interface SeenRow {
  id: string | null
  username: string | null
  name: string | null
  key: string | null
  client: string | null
  action: string
  count: number | string
  first: string
  last: string
}

/** By the marks of readings, and by the trail. */
async function accountsSeen(db: Database, scope: Scope, { from, to }: Period): Promise<LeakAccount[]> {
  const where =
    scope === 'all'
      ? sql<SqlBool>`1 = 1`
      : 'accountId' in scope
        ? sql<SqlBool>`account_id = ${scope.accountId}`
        : sql<SqlBool>`practice_id = ${scope.practiceId}`
  const { rows: read } = await sql<SeenRow>`
    select account_id as id, null as username, null as name, key_name as key, client_uuid as client, 'read' as action,
      count(*) as count, min(day) as first, max(day) as last
    from client_reading where ${where} and day >= ${from} and day <= ${to}
    group by account_id, key_name, client_uuid`.execute(db)
  const { rows: did } = await sql<SeenRow>`
    select account_id as id, max(account_username) as username, max(account_name) as name, null as key,
      client_uuid as client, action, count(*) as count, min(at) as first, max(at) as last
    from audit where ${where} and at >= ${beginOfDay(from)} and at < ${beginOfDay(addDays(to, 1))} and account_id is not null
    group by account_id, client_uuid, action`.execute(db)
  const people = new Map<string, LeakAccount & { touched: Set<string> }>()
  for (const row of [...did, ...read]) {
    const by = row.id || `key ${row.key}`
    const known = people.get(by) ?? {
      ...(row.id ? present({ id: row.id, username: row.username, name: row.name }) : present({ key: row.key })),
      actions: {},
      first: row.first,
      last: row.last,
      clients: [],
      touched: new Set<string>(),
    }
    people.set(by, known)
    known.actions[row.action] = (known.actions[row.action] ?? 0) + Number(row.count)
    if (row.first < known.first) known.first = row.first
    if (row.last > known.last) known.last = row.last
    if (row.client !== null) known.touched.add(row.client)
  }
  const named = await namesOf(db, [...people.keys()])
  return [...people.entries()].map(([id, { touched, ...account }]) => ({
    ...account,
    ...named.get(id),
    clients: [...touched],
  }))
}

/** As they are called now; the trail has how they were called then, also of those that are gone. */
async function namesOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { username: string; name: string }>()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, { username: person.username, name: nameOf(person) }]))
}
