import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { RETENTION_KINDS, type RetentionKind } from '#contract/retention.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { RETENTION_SOURCES } from '#server/expiry/records.ts'
import { lockRetention } from '#server/retention/policy.ts'
import type { RecordKind } from './records.ts'
import { RECORD_TABLES } from './tables.ts'

// An export contains records of all years. Imports leave out the records that retention has removed.

type ExpiringKind = RecordKind & RetentionKind
const isExpiring = (kind: RecordKind): kind is ExpiringKind => (RETENTION_KINDS as readonly string[]).includes(kind)

export interface RemovedBefore {
  practiceId: string
  kind: RetentionKind
  before: IsoDate
}

/** Returns the kinds that retention has removed, unless their policy has ended. */
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

/**
 * Leaves out lines that would restore records removed by retention. `practice` and `joins` find the practice of a
 * line.
 */
export async function leaveOutExpired(
  db: Database,
  kind: RecordKind,
  [practice, joins]: readonly [practice: RawBuilder<unknown>, joins: RawBuilder<unknown>],
  removed: readonly RemovedBefore[],
): Promise<void> {
  if (!isExpiring(kind)) return
  const { table, staged, key } = RECORD_TABLES[kind]
  for (const { practiceId, before } of removed.filter((one) => one.kind === kind)) {
    await sql`update ${sql.table(staged)} set wrong = 1, change = 'expired' where line in (
      select x.line from ${sql.table(staged)} x ${joins}
      where x.wrong = 0 and x.change in ('added', 'updated') and ${practice} = ${practiceId} and ${RETENTION_SOURCES[kind].isDue(before)}
        and not exists (select 1 from ${sql.table(table)} there where there.${sql.ref(key)} = x.${sql.ref(key)}))`.execute(
      db,
    )
  }
}

/**
 * Locks the retention policies of the practices of an export: nightly runs wait until the import's transaction
 * ends.
 */
export async function lockPolicies(trx: DatabaseTransaction, practices: Iterable<string>): Promise<void> {
  for (const practiceId of [...practices].toSorted()) await lockRetention(trx, practiceId)
}
