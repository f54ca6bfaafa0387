import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditDetails } from '#contract/schemas/access-log.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { beginOfDay } from '#contract/zone.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import type { Json } from '#server/db/json.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import { animalPhotoKey } from '#server/files/store.ts'
import { activeMemberships, nameOf, namesAt, type PersonName } from '#server/memberships/members.ts'
import type { Scope } from './end-access.ts'

export interface Period {
  /** Days in the practices' time zone, both inclusive. */
  from: IsoDate
  to: IsoDate
}

export interface BreachedClient {
  uuid: string
  practiceId: string
  number: string | null
  name: string
  email: string | null
  phone: string | null
  mobile: string | null
  /** Number of accounts and systems that read or changed the client in the period. */
  seenBy: number
}

/** Account, or system of a practice by the name of its key. Acts of imports and of owners are not counted. */
export interface BreachAccount {
  id?: string
  username?: string
  name?: string
  key?: string
  /** Number of entries per action of the audit trail. A `read` counts once per client and day. */
  actions: Record<string, number>
  first: string
  last: string
  clients: string[]
}

export interface BreachReport {
  scope: Scope
  period: Period
  madeAt: string
  practices: { id: string; name: string }[]
  clients: BreachedClient[]
  kinds: { kind: string; count: number }[]
  accounts: BreachAccount[]
}

/**
 * Returns the data that a supervisory authority requests after a breach. Lists clients, kinds of data, and the
 * accounts that read or changed the clients.
 */
export async function breachReport(
  db: Database,
  { scope, period, now }: { scope: Scope; period: Period; now: Date },
): Promise<BreachReport> {
  const ofClient = reachable(scope, period)
  const accounts = await accountsWithAccess(db, scope, period)
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
      name: nameOfRow({ company_name, call_name, first_name, last_name }),
      seenBy: seen.get(client.uuid) ?? 0,
    })),
    kinds: await kindsOf(db, ofClient),
    accounts,
  }
}

/**
 * Condition on the clients `c` that could be read. For an account: clients of its practices, its own clients, and
 * clients in its log entries of the period.
 */
function reachable(scope: Scope, period: Period): RawBuilder<SqlBool> {
  if (scope === 'all') return sql`1 = 1`
  if ('practiceId' in scope) return sql`c.practice_id = ${scope.practiceId}`
  const { accountId } = scope
  return sql`(c.account_id = ${accountId}
    or c.practice_id in (select practice_id from ${activeMemberships} w where account_id = ${accountId})
    or c.uuid in (select client_uuid from audit where account_id = ${accountId} and ${within(period)}))`
}

const within = ({ from, to }: Period) => sql<SqlBool>`at >= ${beginOfDay(from)} and at < ${beginOfDay(addDays(to, 1))}`

async function kindsOf(db: Database, ofClient: RawBuilder<SqlBool>): Promise<BreachReport['kinds']> {
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
    estimates: records('estimate'),
    'logbook entries': sql`select count(*) from logbook_entry l join patient r on r.uuid = l.patient_uuid
      join client c on c.uuid = r.client_uuid where ${ofClient}`,
    requests: records('request'),
    'messages of requests': records('request_message'),
    forms: records('form_task'),
    'completed forms': records('form_answer'),
    'questions for appointments': records('visit_question'),
    'photos of requests and forms': records('request_photo'),
    'photos of animals': sql`select count(*) from file f join patient r on ${animalPhotoKey('')} || r.uuid = f.key
      join client c on c.uuid = r.client_uuid where ${ofClient}`,
  }
  const counts = Object.entries(queries).map(([kind, query]) => sql`select ${kind} as kind, (${query}) as count`)
  const { rows } = await sql<{ kind: string; count: number | string }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }))
}

interface AccessRow {
  id: string | null
  username: string | null
  name: string | null
  details: Json<AuditDetails> | null
  client: string | null
  action: string
  count: number | string
  first: string
  last: string
}

/** Returns accounts from the log, and systems of practices that have read clients. */
async function accountsWithAccess(db: Database, scope: Scope, period: Period): Promise<BreachAccount[]> {
  const where =
    scope === 'all'
      ? sql<SqlBool>`1 = 1`
      : 'accountId' in scope
        ? sql<SqlBool>`account_id = ${scope.accountId}`
        : sql<SqlBool>`practice_id = ${scope.practiceId}`
  const { rows } = await sql<AccessRow>`
    select account_id as id, max(account_username) as username, max(account_name) as name,
      case when action = 'read' then details end as details, client_uuid as client, action, count(*) as count,
      min(coalesce(day, at)) as first, max(coalesce(day, at)) as last
    from audit where ${where} and ${within(period)} and (account_id is not null or action = 'read')
    group by account_id, case when action = 'read' then details end, client_uuid, action
    order by account_id, action`.execute(db)
  const people = new Map<string, BreachAccount & { touched: Set<string> }>()
  for (const { id, username, name, details, client, action, count, first, last } of rows) {
    const key = (details && parseStored('auditDetails', details)?.key) ?? null
    const by = id ?? `key ${key}`
    const known: BreachAccount & { touched: Set<string> } = people.get(by) ?? {
      ...present({ id, username, name, key }),
      actions: {},
      first,
      last,
      clients: [],
      touched: new Set<string>(),
    }
    people.set(by, known)
    known.actions[action] = (known.actions[action] ?? 0) + Number(count)
    if (first < known.first) known.first = first
    if (last > known.last) known.last = last
    if (client !== null) known.touched.add(client)
  }
  const named = await namesOf(db, scope, [...people.keys()])
  return [...people.entries()].map(([id, { touched, ...account }]) => ({
    ...account,
    ...named.get(id),
    clients: [...touched],
  }))
}

/**
 * Returns present names; for a practice, the names that the practice uses. For deleted accounts the log keeps the
 * names of that time.
 */
async function namesOf(db: Database, scope: Scope, ids: readonly string[]) {
  const names =
    scope !== 'all' && 'practiceId' in scope ? await namesAt(db, scope.practiceId, ids) : await ownNames(db, ids)
  return new Map([...names].map(([id, person]) => [id, { username: person.username, name: nameOf(person) }]))
}

async function ownNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, PersonName>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
