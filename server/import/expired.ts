import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#contract/fields.ts'
import { RETENTION_KINDS, type RetentionKind } from '#contract/retention.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { KEPT } from '#server/retention/kinds.ts'
import { holdRetention } from '#server/retention/settings.ts'
import type { RecordKind } from './records.ts'
import { RECORD_TABLES } from './tables.ts'

// An export holds everything there ever was. What a practice's retention has removed from the portal does not come back by it.

type Kept = RecordKind & RetentionKind
const isKept = (kind: RecordKind): kind is Kept => (RETENTION_KINDS as readonly string[]).includes(kind)

export interface RemovedBefore {
  practiceId: string
  kind: RetentionKind
  before: IsoDate
}

/** Of the kinds that are removed at all. */
export async function removedBefore(db: Database): Promise<RemovedBefore[]> {
  const rows = await db
    .selectFrom('retention')
    .selectAll()
    .where('years', 'is not', null)
    .where('removed_before', 'is not', null)
    .execute()
  return rows.flatMap(({ practice_id: practiceId, kind, removed_before: before }) =>
    before === null ? [] : [{ practiceId, kind, before }],
  )
}

/** Leaves out the lines that would bring a removed record back. `home`: the practice of a line, and the joins for it. */
export async function leaveOutExpired(
  db: Database,
  kind: RecordKind,
  [practice, joins]: readonly [practice: RawBuilder<unknown>, joins: RawBuilder<unknown>],
  removed: readonly RemovedBefore[],
): Promise<void> {
  if (!isKept(kind)) return
  const { table, staged, key } = RECORD_TABLES[kind]
  for (const { practiceId, before } of removed.filter((one) => one.kind === kind)) {
    await sql`update ${sql.table(staged)} set wrong = 1, change = 'expired' where line in (
      select x.line from ${sql.table(staged)} x ${joins}
      where x.wrong = 0 and x.change in ('added', 'updated') and ${practice} = ${practiceId} and ${KEPT[kind].isDue(before)}
        and not exists (select 1 from ${sql.table(table)} there where there.${sql.ref(key)} = x.${sql.ref(key)}))`.execute(
      db,
    )
  }
}

/** Removals wait until this transaction ends, and records that it changes are not removed by a rehearsal of before. */
export async function keepChanged(
  trx: DatabaseTransaction,
  practices: Iterable<string>,
  kinds: readonly RecordKind[],
): Promise<void> {
  for (const practiceId of [...practices].toSorted()) await holdRetention(trx, practiceId)
  for (const kind of kinds.filter(isKept)) {
    const { staged, key } = RECORD_TABLES[kind]
    await sql`delete from rehearsed where kind = ${kind} and removed = 0 and id in (
      select x.${sql.ref(key)} from ${sql.table(staged)} x where x.wrong = 0 and x.change = 'updated')`.execute(trx)
  }
}
