import type { DatabaseTransaction } from '#server/db/schema.ts'

/**
 * Returns the next number of a practice. Its row stays locked until the transaction ends, so that numbers become
 * visible in order.
 */
export async function nextNumber(trx: DatabaseTransaction, practiceId: string): Promise<number> {
  const { number } = await trx
    .insertInto('request_number')
    .values({ practice_id: practiceId, number: 1 })
    .onConflict((conflict) =>
      conflict.column('practice_id').doUpdateSet((row) => ({ number: row('request_number.number', '+', 1) })),
    )
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
