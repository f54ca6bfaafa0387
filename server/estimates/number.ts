import { nextNumber } from '#server/db/change-number.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/**
 * Gives the next numbers of their practices to estimates without a number. Call last in a transaction: the row stays
 * locked until its end, so that numbers become visible in order.
 */
export async function numberEstimates(trx: DatabaseTransaction): Promise<void> {
  const rows = await trx
    .selectFrom('estimate')
    .select(['uuid', 'practice_id as practiceId'])
    .where('number', '=', 0)
    .where('hash', 'is not', null)
    .orderBy('practice_id')
    .orderBy('uuid')
    .execute()
  for (const [practiceId, estimates] of Map.groupBy(rows, (row) => row.practiceId)) {
    if (practiceId === null) continue
    const count = estimates.length
    const last = await nextNumber(trx, 'estimate_number', practiceId, count)
    for (const [index, { uuid }] of estimates.entries())
      await trx
        .updateTable('estimate')
        .set({ number: last - count + index + 1 })
        .where('uuid', '=', uuid)
        .execute()
  }
}
