import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { RecordKind } from './records.ts'
import { RECORD_KINDS } from './records.ts'
import { isPermanent } from './removal-line.ts'
import { DELETED, isDeleted, practiceOf, stagedPracticeOf } from './removals.ts'
import { REMOVAL } from './staging.ts'
import { RECORD_TABLES } from './tables.ts'

// Processes lines with `replaces`. Each row of `staged_replacement` is a pair of a former key and the key of its
// replacement.

/** Kinds that other records refer to. Former keys of these kinds stay valid references to the replacements. */
const NAMED_KINDS = ['client', 'patient', 'reminder', 'appointment'] as const satisfies RecordKind[]
type NamedKind = (typeof NAMED_KINDS)[number]

/** Columns that refer to a record of another kind. With `inData`, the stored JSON contains the reference too. */
const LINKS: readonly { of: RecordKind; column: string; to: NamedKind; inData?: true }[] = [
  { of: 'patient', column: 'client_uuid', to: 'client' },
  ...(['reminder', 'appointment', 'visitForm', 'attachment', 'invoice', 'estimate', 'logbookEntry'] as const).map(
    (of) => ({ of, column: 'client_uuid', to: 'client' }) as const,
  ),
  ...(['reminder', 'visitForm', 'attachment', 'estimate'] as const).map(
    (of) => ({ of, column: 'patient_uuid', to: 'patient', inData: true }) as const,
  ),
  { of: 'logbookEntry', column: 'patient_uuid', to: 'patient' },
  { of: 'appointment', column: 'reminder_uuid', to: 'reminder', inData: true },
  ...(['visitForm', 'invoice'] as const).map(
    (of) => ({ of, column: 'appointment_uuid', to: 'appointment', inData: true }) as const,
  ),
]

/**
 * Maximum number of iterations. Each iteration doubles the length of the chain that is resolved, so 25 iterations
 * resolve a chain of 2^25 replacements.
 */
const MAX_ROUNDS = 25

/**
 * Follows chains of replacements to their ends, drops cycles, and points the lines of the export at the remaining
 * records. Runs before the link check.
 */
export async function resolveReplacements(db: Database, practiceId: string | null): Promise<void> {
  const isReplacing = await hasReplacements(db)
  if (isReplacing) {
    await dropUnusable(db)
    await followChains(db)
    await rejectOtherPractices(db, practiceId)
    await dropReplacedLines(db)
    await removeReplacedByRemoved(db)
  }
  if (practiceId !== null && (await hasRows(db, 'replaced_record'))) await renameLinks(db, aliasesOf(practiceId))
  if (isReplacing)
    await renameLinks(db, (kind) => sql`(select former, key from staged_replacement where kind = ${sql.lit(kind)})`)
}

export const hasReplacements = (db: Database): Promise<boolean> => hasRows(db, 'staged_replacement')

async function hasRows(db: Database, table: 'staged_replacement' | 'replaced_record'): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length > 0
}

/** Drops pairs whose line is left out, and all but the last pair with the same former key. */
async function dropUnusable(db: Database): Promise<void> {
  for (const kind of RECORD_KINDS)
    await sql`delete from staged_replacement where kind = ${kind} and not exists (
      select 1 from ${sql.table(RECORD_TABLES[kind].staged)} x
      where x.line = staged_replacement.line and x.${sql.ref(RECORD_TABLES[kind].key)} = staged_replacement.key
        and x.wrong <> 1)`.execute(db)
  await warnAndDrop(db, 'replacesItself', sql`former = key`)
  await warnAndDrop(
    db,
    'repeated',
    sql`exists (select 1 from staged_replacement later where later.kind = staged_replacement.kind
      and later.former = staged_replacement.former and later.line > staged_replacement.line)`,
  )
}

async function warnAndDrop(db: Database, reason: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`insert into staged_remark (line, kind, note)
    select distinct line, kind, ${sql.lit(`replaces ${reason}`)} from staged_replacement where ${condition}`.execute(db)
  await sql`delete from staged_replacement where ${condition}`.execute(db)
}

/**
 * Points each former key to the end of its chain. A key that is still replaced after all rounds is part of a cycle.
 */
async function followChains(db: Database): Promise<void> {
  const next = sql`(select n.key from staged_replacement n
    where n.kind = staged_replacement.kind and n.former = staged_replacement.key)`
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { numAffectedRows = 0n } =
      await sql`update staged_replacement set key = ${next} where exists ${next}`.execute(db)
    if (numAffectedRows === 0n) return
  }
  await warnAndDrop(db, 'replacesItself', sql`exists ${next}`)
}

async function rejectOtherPractices(db: Database, practiceId: string | null): Promise<void> {
  if (practiceId === null) return
  for (const kind of DELETED)
    await sql`insert into staged_note (line, kind, note) select p.line, p.kind, 'replaces otherPractice'
      from staged_replacement p join ${sql.table(RECORD_TABLES[kind].table)} t on t.uuid = p.former
      where p.kind = ${kind} and ${practiceOf(kind)} <> ${practiceId}`.execute(db)
}

/** Drops the lines of replaced records, including removals, because a system may keep sending them. */
async function dropReplacedLines(db: Database): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const { staged, key } = RECORD_TABLES[kind]
    await sql`delete from ${sql.table(staged)} where ${sql.ref(key)} in (
      select former from staged_replacement where kind = ${kind})`.execute(db)
  }
}

/**
 * Turns replacements by a removed record into removals. A replaced staff member is removed too: accounts are not
 * merged, because each account belongs to its person.
 */
async function removeReplacedByRemoved(db: Database): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const { staged, key } = RECORD_TABLES[kind]
    const stated = sql.ref(stagedPracticeOf(kind))
    const isRemoved = kind === 'user' ? sql`x.wrong <> 1` : sql`x.wrong = ${REMOVAL}`
    const target = sql`${sql.table(staged)} x where x.${sql.ref(key)} = p.key and ${isRemoved}`
    if (isPermanent(kind)) continue
    await sql`insert into ${sql.table(staged)} (line, wrong, ${sql.ref(key)}, ${stated})
      select p.line, ${REMOVAL}, p.former, (select x.${stated} from ${target})
      from staged_replacement p where p.kind = ${kind} and exists (select 1 from ${target})`.execute(db)
    await sql`delete from staged_replacement as p where p.kind = ${kind} and exists (select 1 from ${target})`.execute(
      db,
    )
  }
}

type PairsOf = (kind: NamedKind) => RawBuilder<unknown>

/** Replacements of earlier exports, except for records that this export contains under their former key. */
const aliasesOf =
  (practiceId: string): PairsOf =>
  (kind) =>
    sql`(select r.former, r.key from replaced_record r where r.practice_id = ${practiceId} and r.kind = ${sql.lit(kind)}
    and not exists (select 1 from ${sql.table(RECORD_TABLES[kind].staged)} s where s.uuid = r.former and s.wrong = 0))`

/** Points references of staged lines at the replacements. */
async function renameLinks(db: Database, pairsOf: PairsOf): Promise<void> {
  for (const { of, column, to, inData } of LINKS) {
    const [x, link] = [sql.table(RECORD_TABLES[of].staged), sql.ref(column)]
    const renamed = sql`(select pair.key from ${pairsOf(to)} pair where pair.former = ${x}.${link})`
    const data = inData ? sql`, data = replace(data, ${link}, ${renamed})` : sql``
    await sql`update ${x} set ${link} = ${renamed}${data} where wrong = 0 and ${link} is not null and exists ${renamed}`.execute(
      db,
    )
  }
  for (const table of ['staged_appointment', 'staged_estimate'])
    await sql`create index if not exists ${sql.ref(`${table}_client`)} on ${sql.table(table)} (client_uuid)`.execute(db)
  for (const table of ['staged_appointment', 'staged_estimate'] as const)
    for (const owner of ['staged_patient', 'patient'])
      await renameAnimals(
        db,
        table,
        sql`${pairsOf('patient')} pair
        join ${sql.table(owner)} animal on animal.uuid = pair.key`,
      )
}

/** Maximum number of iterations, which exceeds the number of animals of an appointment or estimate. */
const MAX_ANIMALS = 1000

/**
 * Replaces keys of animals in the appointments or estimates of their clients. Repeats the update, because each update
 * replaces one animal per row.
 */
export async function renameAnimals(
  db: Database,
  table: 'staged_appointment' | 'appointment' | 'staged_estimate' | 'estimate',
  animals: RawBuilder<unknown>,
): Promise<void> {
  for (let round = 0; round < MAX_ANIMALS; round += 1) {
    const { numAffectedRows = 0n } = await sql`update ${sql.table(table)}
      set data = replace(${sql.table(table)}.data, pair.former, pair.key) from ${animals}
      where animal.client_uuid = ${sql.table(table)}.client_uuid
        and ${sql.table(table)}.data like '%' || pair.former || '%'`.execute(db)
    if (numAffectedRows === 0n) return
  }
}

/**
 * Returns the pairs `p` in effect, for a `from` clause. `former` exists in the database, and the replacing line is
 * valid.
 */
export function pairsInEffect(kind: RecordKind): RawBuilder<unknown> {
  const { staged, table } = RECORD_TABLES[kind]
  return sql`staged_replacement p join ${sql.table(table)} former on p.kind = ${sql.lit(kind)} and former.uuid = p.former
    where exists (select 1 from ${sql.table(staged)} x where x.uuid = p.key and x.wrong = 0)`
}

export async function countReplaced(db: Database, kind: RecordKind): Promise<{ practice: string; replaced: number }[]> {
  if (!isDeleted(kind)) return []
  const { rows } = await sql<{ practice: string; count: number }>`select practice, count(*) as count from (
    select ${practiceOf(kind, 'former')} as practice from ${pairsInEffect(kind)}) replaced group by practice`.execute(
    db,
  )
  return rows.map(({ practice, count }) => ({ practice, replaced: Number(count) }))
}

/** Stores the replacements, because later exports may use the former keys. */
export async function recordReplacements(trx: DatabaseTransaction, practiceId: string | null): Promise<void> {
  if (practiceId === null) return
  const isReplacing = await hasReplacements(trx)
  if (!isReplacing && !(await hasRows(trx, 'replaced_record'))) return
  for (const kind of NAMED_KINDS) {
    const { staged } = RECORD_TABLES[kind]
    await sql`delete from replaced_record where practice_id = ${practiceId} and kind = ${kind}
      and exists (select 1 from ${sql.table(staged)} s where s.uuid = replaced_record.former and s.wrong = 0)`.execute(
      trx,
    )
    await sql`update replaced_record set key = (select p.key from staged_replacement p
        where p.kind = replaced_record.kind and p.former = replaced_record.key)
      where practice_id = ${practiceId} and kind = ${kind} and exists (select 1 from staged_replacement p
        where p.kind = replaced_record.kind and p.former = replaced_record.key)`.execute(trx)
    await sql`insert into replaced_record (practice_id, kind, former, key)
      select ${practiceId}, p.kind, p.former, p.key from staged_replacement p
      where p.kind = ${kind} and exists (select 1 from ${sql.table(staged)} x where x.uuid = p.key and x.wrong = 0)
      on conflict (practice_id, kind, former) do update set key = excluded.key`.execute(trx)
  }
}
