import { type RawBuilder, sql } from 'kysely'
import type { ImportCounts } from '#contract/audit.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { writeAudit } from '#server/audit/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { type Corrected, linkCorrected, unlinkCorrected } from './corrected.ts'
import { RECORD_KINDS, type RecordKind } from './records.ts'
import { RECORD_TABLES } from './tables.ts'

const list = (columns: readonly string[], one: (column: string) => RawBuilder<unknown>, between = sql`, `) =>
  sql.join(columns.map(one), between)

/** Kinds that the portal also writes: a value that is absent or unchanged in the export does not overwrite. */
const KEPT_WHERE_ABSENT: Partial<Record<RecordKind, boolean>> = { practice: true, user: true }

/** The new value of a column: of the line `x`, else the present one. */
function newValue(kind: RecordKind, column: string, line: string): RawBuilder<unknown> {
  const { table, columns } = RECORD_TABLES[kind]
  const said = sql.ref(`${line}.${column}`)
  const imported = `imported_${column}`
  const value = columns.includes(imported)
    ? sql`case when ${said} is distinct from ${sql.ref(`${table}.${imported}`)} then ${said} end`
    : said
  return KEPT_WHERE_ABSENT[kind] ? sql`coalesce(${value}, ${sql.ref(`${table}.${column}`)})` : value
}

function differs(kind: RecordKind, line: string): RawBuilder<unknown> {
  const { table, columns, key } = RECORD_TABLES[kind]
  return sql`(${list(
    columns.filter((column) => column !== key),
    (column) => sql`${sql.ref(`${table}.${column}`)} is distinct from ${newValue(kind, column, line)}`,
    sql` or `,
  )})`
}

/** The practice of a line; its parents are merged before it. */
const HOME: Record<RecordKind, [practice: RawBuilder<unknown>, joins: RawBuilder<unknown>]> = {
  practice: [sql`x.id`, sql``],
  user: [sql`x.practice_id`, sql``],
  client: [sql`x.practice_id`, sql``],
  patient: ofClient('x'),
  reminder: ofClient('x'),
  visitForm: ofClient('x'),
  attachment: ofClient('x'),
  invoice: ofClient('x'),
  logbookEntry: ofClient('home_patient', sql`join patient home_patient on home_patient.uuid = x.patient_uuid`),
}

function ofClient(of: string, joins = sql``): [practice: RawBuilder<unknown>, joins: RawBuilder<unknown>] {
  return [sql`home.practice_id`, sql`${joins} join client home on home.uuid = ${sql.ref(`${of}.client_uuid`)}`]
}

/** Counts per practice, before the merge, what it will change. */
async function countChanges(trx: DatabaseTransaction, kind: RecordKind): Promise<Map<string, ImportCounts>> {
  const { table, staged, key } = RECORD_TABLES[kind]
  const target = sql.table(table)
  const [practice, joins] = HOME[kind]
  const { rows } = await sql<Record<keyof ImportCounts, number> & { practice: string }>`
    select ${practice} as practice,
      count(case when ${target}.${sql.ref(key)} is null then 1 end) as added,
      count(case when ${target}.${sql.ref(key)} is not null and ${differs(kind, 'x')} then 1 end) as updated,
      count(case when ${target}.${sql.ref(key)} is not null and not ${differs(kind, 'x')} then 1 end) as unchanged
    from ${sql.table(staged)} x left join ${target} on ${target}.${sql.ref(key)} = x.${sql.ref(key)} ${joins}
    where x.wrong = 0 group by 1`.execute(trx)
  return new Map(
    rows.map(({ practice, added, updated, unchanged }) => [
      practice,
      { added: Number(added), updated: Number(updated), unchanged: Number(unchanged) },
    ]),
  )
}

/** Columns of inserts only, with their values. */
const FIRST_LOAD: Partial<Record<RecordKind, [column: string, value: (now: string) => RawBuilder<unknown>][]>> = {
  user: [
    ['id', () => sql`x.account_id`],
    ['language', () => sql`x.language`],
    ['created_at', (now) => sql`cast(${now} as text)`],
  ],
  client: [
    ['locked', () => sql`x.locked`],
    ['registered', () => sql`x.gets_account`],
    ['registered_at', (now) => sql`case when x.gets_account = 1 then coalesce(x.registered_at, ${now}) end`],
    [
      'account_id',
      () => sql`case when x.gets_account = 1 then (select a.id from account a where a.username = x.username) end`,
    ],
  ],
}

/** The value of a column that is there where an export need not say it: the present one, else that of a new row. */
const INSERTED: Partial<Record<RecordKind, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  practice: { locked: sql`coalesce(x.locked, (select p.locked from practice p where p.id = x.id), 0)` },
}

async function mergeKind(trx: DatabaseTransaction, kind: RecordKind, now: string): Promise<void> {
  const { table, staged, columns, key } = RECORD_TABLES[kind]
  const first = FIRST_LOAD[kind] ?? []
  // In key order: appending to table and index keeps a large import fast.
  await sql`
    insert into ${sql.table(table)} (${list([...columns, ...first.map(([column]) => column)], (column) => sql.ref(column))})
    select ${sql.join([...columns.map((column) => INSERTED[kind]?.[column] ?? sql.ref(`x.${column}`)), ...first.map(([, value]) => value(now))])}
    from ${sql.table(staged)} x where x.wrong = 0 order by x.${sql.ref(key)}
    on conflict (${sql.ref(key)}) do update set ${list(
      columns.filter((column) => column !== key),
      (column) => sql`${sql.ref(column)} = ${newValue(kind, column, 'excluded')}`,
    )}
    where ${differs(kind, 'excluded')}`.execute(trx)
}

/** Upserts the staged lines into the portal's tables. */
export async function merge(
  trx: DatabaseTransaction,
  { now, progress }: { now: Date; progress: (kind: RecordKind) => void },
): Promise<{ changes: Record<RecordKind, ImportCounts>; corrected: Corrected }> {
  let corrected: Corrected = { linked: 0, unregistered: 0 }
  const changes: Partial<Record<RecordKind, ImportCounts>> = {}
  const ofPractices = new Map<string, Partial<Record<RecordKind, ImportCounts>>>()
  for (const kind of RECORD_KINDS) {
    progress(kind)
    const counted = await countChanges(trx, kind)
    changes[kind] = sumOf([...counted.values()])
    for (const [practice, some] of counted) ofPractices.set(practice, { ...ofPractices.get(practice), [kind]: some })
    if (kind === 'client') await makeOwnerAccounts(trx, now.toISOString())
    if (changes[kind].added + changes[kind].updated > 0) await mergeKind(trx, kind, now.toISOString())
    if (kind === 'client') corrected = await linkCorrected(trx, now)
  }
  await countClients(trx)
  await noteImported(trx, ofPractices, now)
  return { changes: changes as Record<RecordKind, ImportCounts>, corrected }
}

function sumOf(some: readonly ImportCounts[]): ImportCounts {
  const sum = { added: 0, updated: 0, unchanged: 0 }
  for (const { added, updated, unchanged } of some) {
    sum.added += added
    sum.updated += updated
    sum.unchanged += unchanged
  }
  return sum
}

/** Whether any column differs, so that a re-import writes nothing. */
async function noteImported(
  trx: DatabaseTransaction,
  ofPractices: Map<string, Partial<Record<RecordKind, ImportCounts>>>,
  now: Date,
): Promise<void> {
  for (const [practiceId, changes] of ofPractices) {
    const { added, updated } = sumOf(Object.values(changes))
    if (added + updated > 0) await writeAudit(trx, { practiceId, action: 'imported', details: { changes }, now })
  }
}

/**
 * Registers new clients, and those with a corrected address anew, and creates their accounts. Two clients of one practice never share an account: the first in the file gets
 * it.
 */
async function makeOwnerAccounts(trx: DatabaseTransaction, now: string): Promise<void> {
  await sql`update staged_client set is_new = 1
    where wrong = 0 and not exists (select 1 from client where client.uuid = staged_client.uuid)`.execute(trx)
  await unlinkCorrected(trx)
  await sql`update staged_client set gets_account = 1 where line in (
    select min(x.line) from staged_client x
    where (x.is_new = 1 or x.former_account is not null) and x.username is not null and not exists (
      select 1 from account a join client c on c.account_id = a.id
      where a.username = x.username and c.practice_id = x.practice_id)
    group by x.practice_id, x.username)`.execute(trx)
  await sql`insert into account (id, username, first_name, last_name, language, created_at)
    select x.account_id, x.username, coalesce(x.call_name, x.first_name), x.last_name, ${sql.lit(DEFAULT_LANGUAGE)}, ${now}
    from staged_client x where x.line in (
      select min(y.line) from staged_client y where y.gets_account = 1 group by y.username)
    on conflict (username) do nothing`.execute(trx)
}

async function countClients(trx: DatabaseTransaction): Promise<void> {
  const practices = sql`select id as practice_id from staged_practice where wrong = 0
    union select practice_id from staged_client where wrong = 0`
  await sql`insert into client_count (practice_id, registered, unregistered)
    select p.practice_id,
      count(case when c.registered = 1 then 1 end), count(case when c.registered = 0 then 1 end)
    from (${practices}) p left join client c on c.practice_id = p.practice_id
    where 1 = 1 group by p.practice_id
    on conflict (practice_id) do update
      set registered = excluded.registered, unregistered = excluded.unregistered`.execute(trx)
}
