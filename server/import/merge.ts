import { type RawBuilder, sql } from 'kysely'
import type { ImportCounts } from '#contract/schemas/access-log.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { countStagedRequests } from '#server/clients/rows.ts'
import { numberEstimates } from '#server/estimates/number.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction, PracticeTable } from '#server/db/schema.ts'
import { paidAccount, notifyIfAccountChanged } from '#server/notices/admin-changes.ts'
import { type AddressChanges, requestAddressChanges } from './address-changes.ts'
import { RECORD_KINDS, type RecordKind } from './records.ts'
import { leaveOutExpired, lockPolicies, removedBefore } from './expired.ts'
import { invite, type Invited, offerStaff } from './staff.ts'
import { compareLines, mergeLines } from './invoice-lines.ts'
import { lockMerged } from './lock-rows.ts'
import { followImported } from './estimates.ts'
import { answerRequests, isAnswered } from './request-answers.ts'
import { compareRemovals, countRemovals, endRemovedStaff, deleteUndoneRemovals, removeRecords } from './removals.ts'
import { followMovedAnimals, stageMovedAnimals, replaceClients, replaceRecords } from './replace-records.ts'
import { countReplaced, recordReplacements } from './replacements.ts'
import { RECORD_TABLES, keysOf } from './tables.ts'
import { recordOf, typedEntries } from '#contract/values.ts'
import { recordFileNames } from '#server/documents/file-names.ts'
import { DOCUMENT_KINDS } from './dropped-files.ts'

const list = (columns: readonly string[], one: (column: string) => RawBuilder<unknown>, between = sql`, `) =>
  sql.join(columns.map(one), between)

/** Kinds that the portal changes too: an absent or unchanged value in the export overwrites nothing. */
const KEEPS_ABSENT_FIELDS: Partial<Record<RecordKind, (column: string) => boolean>> = {
  practice: () => true,
  user: () => true,
  invoice: (column) => column === 'lines' || column === 'line_count',
  estimate: (column) => column === 'withdrawn',
}

/** Returns the new value of a column: from the line, or else the present value. */
function newValue(kind: RecordKind, column: string, line: string): RawBuilder<unknown> {
  const { table, columns } = RECORD_TABLES[kind]
  const given = sql.ref(`${line}.${column}`)
  const imported = `imported_${column}`
  const value = columns.includes(imported)
    ? sql`case when ${given} is distinct from ${sql.ref(`${table}.${imported}`)} then ${given} end`
    : given
  return KEEPS_ABSENT_FIELDS[kind]?.(column) ? sql`coalesce(${value}, ${sql.ref(`${table}.${column}`)})` : value
}

function differs(kind: RecordKind, line: string): RawBuilder<unknown> {
  const { table, columns } = RECORD_TABLES[kind]
  const keys = keysOf(RECORD_TABLES[kind])
  return sql`(${list(
    columns.filter((column) => !keys.includes(column)),
    (column) => sql`${sql.ref(`${table}.${column}`)} is distinct from ${newValue(kind, column, line)}`,
    sql` or `,
  )})`
}

/** Practice of a line, found through its parents in the file, or else in the database. */
const HOME: Record<RecordKind, [practice: RawBuilder<unknown>, joins: RawBuilder<unknown>]> = {
  practice: [sql`x.id`, sql``],
  user: [sql`x.practice_id`, sql``],
  client: [sql`x.practice_id`, sql``],
  patient: ofClient(),
  reminder: ofClient(),
  appointment: ofClient(),
  visitForm: ofClient(),
  attachment: ofClient(),
  invoice: ofClient(),
  invoiceLine: [sql`x.practice_id`, sql``],
  estimate: ofClient(),
  logbookEntry: [
    sql`coalesce(staged.practice_id, home.practice_id)`,
    sql`left join staged_patient staged on staged.uuid = x.patient_uuid and staged.wrong = 0
      left join patient on patient.uuid = x.patient_uuid
      left join client home on home.uuid = patient.client_uuid`,
  ],
  requestAnswer: [sql`home.practice_id`, sql`join request home on home.uuid = x.uuid`],
}

function ofClient(): [practice: RawBuilder<unknown>, joins: RawBuilder<unknown>] {
  return [
    sql`coalesce(staged.practice_id, home.practice_id)`,
    sql`left join staged_client staged on staged.uuid = x.client_uuid and staged.wrong = 0
      left join client home on home.uuid = x.client_uuid`,
  ]
}

export interface Changes {
  all: Record<RecordKind, ImportCounts>
  ofPractices: Map<string, Partial<Record<RecordKind, ImportCounts>>>
}

/**
 * Marks every line as `added`, `updated` or `unchanged`. Takes long but only reads portal tables. The merge, which
 * locks rows, need not repeat it, because only imports write the compared columns.
 */
export async function compare(db: Database): Promise<Changes> {
  const ofPractices: Changes['ofPractices'] = new Map()
  const removed = await removedBefore(db)
  for (const kind of RECORD_KINDS) {
    const { table, staged } = RECORD_TABLES[kind]
    const same = list(
      keysOf(RECORD_TABLES[kind]),
      (column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`${staged}.${column}`)}`,
      sql` and `,
    )
    if (kind === 'invoiceLine') await compareLines(db)
    else
      await sql`
      update ${sql.table(staged)} set change = coalesce((
        select case when ${kind === 'requestAnswer' ? isAnswered : differs(kind, staged)} then 'updated' else 'unchanged' end
        from ${sql.table(table)} where ${same}), 'added')
      where wrong = 0`.execute(db)
    await leaveOutExpired(db, kind, HOME[kind], removed)
    const [practice, joins] = HOME[kind]
    const { rows } = await sql<{ practice: string; change: keyof ImportCounts; count: number }>`
      select ${practice} as practice, x.change as change, ${kind === 'invoiceLine' ? sql`sum(x.line_count)` : sql`count(*)`} as count
      from ${sql.table(staged)} x ${joins} where x.wrong = 0 or x.change = 'expired' group by 1, 2`.execute(db)
    for (const { practice, change, count } of rows) {
      const changes = ofPractices.get(practice) ?? {}
      ofPractices.set(practice, changes)
      changes[kind] = { added: 0, updated: 0, unchanged: 0, ...changes[kind], [change]: Number(count) }
    }
    for (const { practice, replaced } of await countReplaced(db, kind)) add(ofPractices, kind, practice, { replaced })
  }
  await compareRemovals(db)
  for (const kind of RECORD_KINDS) {
    const [practice, joins] = HOME[kind]
    for (const { practice: id, ...counts } of await countRemovals(db, kind, { practice, joins }))
      add(ofPractices, kind, id, counts)
  }
  const all = recordOf(RECORD_KINDS, (kind) =>
    sumOf([...ofPractices.values()].flatMap((changes) => changes[kind] ?? [])),
  )
  return { all, ofPractices }
}

/** Columns that are set when a row is inserted and never overwritten, with their values. */
const FIRST_LOAD: Partial<Record<RecordKind, (now: string) => [column: string, value: RawBuilder<unknown>][]>> = {
  client: firstLoadOfClient,
  estimate: () => [['practice_id', sql`(select c.practice_id from client c where c.uuid = x.client_uuid)`]],
}

function firstLoadOfClient(now: string): [column: string, value: RawBuilder<unknown>][] {
  return [
    ['locked', sql`x.locked`],
    ['activation', sql`case when x.gets_account = 1 then 'not-invited' end`],
    ['registered', sql`x.gets_account`],
    ['registered_at', sql`case when x.gets_account = 1 then coalesce(x.registered_at, ${now}) end`],
    [
      'account_id',
      sql`case when x.gets_account = 1 then (select a.id from account a where a.username = x.username) end`,
    ],
  ]
}

/** Values of required columns that an export may omit: the present value, else the default of a new row. */
const INSERTED: Partial<Record<RecordKind, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  practice: {
    locked: sql`coalesce(x.locked, (select p.locked from practice p where p.id = x.id), 0)`,
    name: sql`coalesce(x.name, (select p.name from practice p where p.id = x.id), x.id)`,
  },
  estimate: {
    withdrawn: sql`coalesce(x.withdrawn, (select e.withdrawn from estimate e where e.uuid = x.uuid), 0)`,
  },
}

async function mergeKind(trx: DatabaseTransaction, kind: RecordKind, now: string): Promise<void> {
  const { table, staged, columns, key } = RECORD_TABLES[kind]
  const keys = keysOf(RECORD_TABLES[kind])
  const first = FIRST_LOAD[kind]?.(now) ?? []
  // Inserting in key order appends to table and index, which keeps a large import fast.
  await sql`
    insert into ${sql.table(table)} (${list([...columns, ...first.map(([column]) => column)], (column) => sql.ref(column))})
    select ${sql.join([...columns.map((column) => INSERTED[kind]?.[column] ?? sql.ref(`x.${column}`)), ...first.map(([, value]) => value)])}
    from ${sql.table(staged)} x where x.wrong = 0 and x.change in ('added', 'updated')
    order by x.${sql.ref(key)}
    on conflict (${list(keys, (column) => sql.ref(column))}) do update set ${list(
      columns.filter((column) => !keys.includes(column)),
      (column) => sql`${sql.ref(column)} = ${newValue(kind, column, 'excluded')}`,
    )}
    where ${differs(kind, 'excluded')}`.execute(trx)
}

/** Moves preloaded clients to their practice. */
async function showPreloaded(trx: DatabaseTransaction, now: string): Promise<void> {
  const columns: [column: string, value: RawBuilder<unknown>][] = [
    ['practice_id', sql`x.practice_id`],
    ...firstLoadOfClient(now),
  ]
  await sql`update client set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    from staged_client x where x.uuid = client.uuid and x.change = 'preloaded'`.execute(trx)
}

interface Merging {
  changes: Changes
  /** Practice of the export; null for own data. */
  practiceId: string | null
  now: Date
  key?: string | undefined
  by?: Actor | undefined
  invited: Invited
  progress: (kind: RecordKind) => void
}

/** Upserts changed lines into the portal's tables, and executes the replacements and removals of the export. */
export async function merge(
  trx: DatabaseTransaction,
  { changes, practiceId, now, key, by, invited, progress }: Merging,
): Promise<AddressChanges> {
  let addressChanges: AddressChanges = { mailed: 0 }
  const at = now.toISOString()
  const kinds = RECORD_KINDS.filter((kind) => changes.all[kind].added + changes.all[kind].updated > 0)
  await lockPolicies(trx, changes.ofPractices.keys())
  await lockMerged(trx, invited)
  // Repeated here, because a nightly run may have removed records since the comparison.
  const removed = await removedBefore(trx)
  for (const kind of kinds) await leaveOutExpired(trx, kind, HOME[kind], removed)
  const accounts = await formerAccounts(trx)
  for (const kind of RECORD_KINDS) {
    progress(kind)
    if (kind === 'client') {
      await replaceClients(trx, now)
      await makeOwnerAccounts(trx, at)
      await showPreloaded(trx, at)
    }
    if (kind === 'user' || kind === 'requestAnswer') continue
    if (kind === 'patient') await stageMovedAnimals(trx)
    await recordNamesOfFiles(trx, kind)
    const { added, updated } = changes.all[kind]
    if (kind === 'invoiceLine') await mergeLines(trx, at)
    else if (added + updated > 0) await mergeKind(trx, kind, at)
    if (kind === 'client') addressChanges = await requestAddressChanges(trx, now)
    else await replaceRecords(trx, kind)
  }
  await deleteUndoneRemovals(trx)
  await followMovedAnimals(trx, { of: 'removed', now })
  await removeRecords(trx, { now, key })
  await followMovedAnimals(trx, { of: 'empty', now })
  await recordReplacements(trx, practiceId)
  const { added, updated } = changes.all.user
  if (added + updated > 0) {
    // Staff offers are created before the merge, because `offerStaff` compares each line with the previous export.
    await offerStaff(trx, { now, key })
    await mergeKind(trx, 'user', at)
  }
  await endRemovedStaff(trx, now)
  await nameActivations(trx)
  await invite(trx, invited, now)
  for (const account of accounts) await notifyIfAccountChanged(trx, { ...account, now })
  await followImported(trx, { now, key })
  if (changes.all.requestAnswer.updated > 0) await answerRequests(trx, { now, key })
  await auditImport(trx, changes.ofPractices, { now, key, by })
  return addressChanges
}

async function recordNamesOfFiles(trx: DatabaseTransaction, kind: RecordKind): Promise<void> {
  const type = typedEntries(DOCUMENT_KINDS).find(([each]) => each === kind)?.[1]
  if (!type) return
  await recordFileNames(
    trx,
    type,
    sql`(t.uuid in (select x.uuid from ${sql.table(RECORD_TABLES[kind].staged)} x where x.wrong = 0 and x.change = 'updated')
      or t.uuid in (select p.former from staged_replacement p where p.kind = ${kind}))`,
  )
}

async function formerAccounts(trx: DatabaseTransaction) {
  const { rows } = await sql<Pick<PracticeTable, 'id' | 'iban' | 'account_holder'>>`
    select p.id, p.iban, p.account_holder from practice p join staged_practice x on x.id = p.id
    where x.change = 'updated'`.execute(trx)
  return rows.map(({ id, ...row }) => ({ practiceId: id, former: paidAccount(row) }))
}

function sumOf(counts: readonly Partial<ImportCounts>[]): ImportCounts {
  const sum: ImportCounts = { added: 0, updated: 0, unchanged: 0 }
  for (const { added = 0, updated = 0, unchanged = 0, ...others } of counts) {
    sum.added += added
    sum.updated += updated
    sum.unchanged += unchanged
    for (const name of ['expired', 'removed', 'replaced'] as const) {
      const count = others[name] ?? 0
      if (count > 0) sum[name] = (sum[name] ?? 0) + count
    }
  }
  return sum
}

function add(
  ofPractices: Changes['ofPractices'],
  kind: RecordKind,
  practiceId: string,
  counts: Partial<ImportCounts>,
): void {
  const changes = ofPractices.get(practiceId) ?? {}
  ofPractices.set(practiceId, { ...changes, [kind]: sumOf([changes[kind] ?? {}, counts]) })
}

/** Writes an audit entry for each practice with changes. */
async function auditImport(
  trx: DatabaseTransaction,
  ofPractices: Changes['ofPractices'],
  { now, key, by }: Pick<Merging, 'now' | 'key' | 'by'>,
): Promise<void> {
  for (const [practiceId, changes] of ofPractices) {
    const { added, updated, removed = 0, replaced = 0 } = sumOf(Object.values(changes))
    if (added + updated + removed + replaced === 0) continue
    const details = { changes, ...(key !== undefined && { key }) }
    await writeAudit(trx, { practiceId, by, action: 'imported', details, now })
  }
}

async function makeOwnerAccounts(trx: DatabaseTransaction, now: string): Promise<void> {
  await sql`update staged_client set is_new = 1
    where wrong = 0 and change in ('added', 'preloaded')`.execute(trx)
  await sql`update staged_client set gets_account = 1
    where is_new = 1 and username is not null`.execute(trx)
  await sql`insert into account (id, username, first_name, last_name, language, created_at)
    select x.account_id, x.username, coalesce(x.call_name, x.first_name), x.last_name, ${sql.lit(DEFAULT_LANGUAGE)}, ${now}
    from staged_client x where x.line in (
      select min(y.line) from staged_client y where y.gets_account = 1 group by y.username)
    on conflict (username) do nothing`.execute(trx)
}

export const practicesOfExport = sql`select id as practice_id from staged_practice where wrong = 0
    union select practice_id from staged_client where wrong <> 1 and practice_id in (select id from practice)
    union select c.practice_id from moved_animals m join client c on c.uuid = m.key`

/** Fills in the activation of clients registered by a server of a former version. */
async function nameActivations(trx: DatabaseTransaction): Promise<void> {
  await sql`update client set activation = case when mail_failure is null then 'invited' else 'failed' end
    where practice_id in (${practicesOfExport}) and registered = 1 and activation is null`.execute(trx)
}

/**
 * Updates the counters of the practices. Last step of a merge, because requests and registrations wait for the
 * counters' locks.
 */
export async function countMerged(trx: DatabaseTransaction): Promise<void> {
  await numberEstimates(trx)
  await countStagedRequests(trx)
  await countClients(trx)
}

async function countClients(trx: DatabaseTransaction): Promise<void> {
  // The lock ensures that a concurrent registration is either counted by the next statement or added to its result.
  await lockRows(trx, 'client_count', sql`(${practicesOfExport})`)
  await sql`insert into client_count (practice_id, registered, unregistered, activated, failed)
    select p.practice_id,
      count(case when c.registered = 1 then 1 end), count(case when c.registered = 0 then 1 end),
      count(case when c.activation = 'activated' then 1 end), count(case when c.activation = 'failed' then 1 end)
    from (${practicesOfExport}) p left join client c on c.practice_id = p.practice_id
    where 1 = 1 group by p.practice_id order by p.practice_id
    on conflict (practice_id) do update
      set registered = excluded.registered, unregistered = excluded.unregistered,
        activated = excluded.activated, failed = excluded.failed`.execute(trx)
}
