import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { RETENTION_KINDS, type RetentionKind } from '#contract/retention.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { KEPT } from './kinds.ts'
import { queueRemovedFiles } from './removed-files.ts'

interface Some {
  /** Condition on the row `x`. */
  which: RawBuilder<SqlBool>
  before: IsoDate
}

/** Condition on the row `x` that it is one of some records and due. A request goes after all of its photos. */
export function dueAmong(kind: RetentionKind, { which, before }: Some): RawBuilder<SqlBool> {
  const due = sql<SqlBool>`${which} and ${KEPT[kind].isDue(before)}`
  return kind === 'request'
    ? sql`${due} and not exists (select 1 from request_photo p where p.request_uuid = x.uuid)`
    : due
}

/** Deletes those of some records that are due, and queues their files. Returns how many. */
export async function removeRecords(trx: DatabaseTransaction, kind: RetentionKind, some: Some): Promise<number> {
  const { table, key } = KEPT[kind]
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(table)} as x where ${dueAmong(kind, some)} returning ${sql.ref(key)} as id`.execute(trx)
  await queueRemovedFiles(
    trx,
    rows.map(({ id }) => ({ source: table, id })),
  )
  return rows.length
}

/** Deletes what an undo has brought back of records that retention has removed. `restored`: keys, by the table of their archive. */
export async function removeAgain(
  trx: DatabaseTransaction,
  practiceId: string,
  restored: (table: string) => RawBuilder<unknown>,
): Promise<void> {
  const rows = await trx
    .selectFrom('retention')
    .select(['kind', 'removed_before'])
    .where('practice_id', '=', practiceId)
    .where('years', 'is not', null)
    .execute()
  const days = Object.fromEntries(rows.map(({ kind, removed_before: before }) => [kind, before]))
  for (const kind of RETENTION_KINDS) {
    const before = days[kind]
    const { table, key } = KEPT[kind]
    if (before && kind !== 'audit')
      await removeRecords(trx, kind, { which: sql`x.${sql.ref(key)} in ${restored(table)}`, before })
  }
}
