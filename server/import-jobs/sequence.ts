import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { isPostgres } from '#server/db/engine.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { PENDING, type RunRow, TAKEN, UNFINISHED, runRow } from './history.ts'
import { pausedColumn } from './paused-keys.ts'

/** Throws if a newer export exists. For the same number, the content must be compared later. */
export async function rejectOlder(db: Database, practiceId: string, sequence: number): Promise<void> {
  const last = await lastSequence(db, practiceId)
  if (last === undefined || sequence > last) return
  const same = await runRow(db, practiceId, sequence)
  if (!same || !isTaken(same)) throw outOfOrder(last)
}

/** Whether a run takes its number, which a dry run never does. */
export const isTaken = ({ state, reset_at: resetAt, is_check: isCheck }: RunRow) =>
  resetAt === null && isCheck === 0 && TAKEN.some((each) => each === state)

export const isBeingChecked = ({ state, is_check: isCheck }: RunRow) =>
  isCheck === 1 && UNFINISHED.some((each) => each === state)

export const outOfOrder = (last: number) => new ProblemError('import-out-of-order', { lastSequence: last })

export async function lastSequence(db: Database, practiceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_run')
    .select('sequence')
    .where('practice_id', '=', practiceId)
    .where('sequence', '>', 0)
    .where('is_check', '=', 0)
    .where('state', 'in', TAKEN)
    .where('reset_at', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence
}

/**
 * Locks the keys of a practice, so that its exports are enqueued one after the other. Returns for each key whether
 * it is paused.
 */
export async function lockKeys(trx: DatabaseTransaction, practiceId: string): Promise<ReadonlyMap<string, boolean>> {
  const keys = trx
    .selectFrom('import_key')
    .select('id')
    .select(pausedColumn)
    .where('practice_id', '=', practiceId)
    .orderBy('id')
  const held = await (isPostgres(trx) ? keys.forUpdate() : keys).execute()
  return new Map(held.map(({ id, paused }) => [id, paused === 1]))
}

/**
 * Frees the taken numbers, for a sender that has used a number too high. Throws `conflict` while an export is
 * pending.
 */
export async function resetSequence(
  db: Database,
  { practiceId, by, now }: { practiceId: string; by: Actor; now: Date },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockKeys(trx, practiceId)
    const ofPractice = trx.selectFrom('import_run').where('practice_id', '=', practiceId).where('sequence', '>', 0)
    const unfinished = await ofPractice.select('id').where('state', 'in', PENDING).executeTakeFirst()
    if (unfinished) throw new ProblemError('conflict')
    const { numUpdatedRows } = await trx
      .updateTable('import_run')
      .set({ reset_at: now.toISOString() })
      .where('practice_id', '=', practiceId)
      .where('state', '=', 'done')
      .where('reset_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await writeAudit(trx, { practiceId, by, action: 'import-sequence-reset', now })
  })
}
