import { sql } from 'kysely'
import { oneRow } from '#server/db/one-row.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/**
 * Returns the next number of a practice. Its row stays locked until the transaction ends, so that numbers become
 * visible in order.
 */
export async function nextNumber(
  trx: DatabaseTransaction,
  practiceId: string,
  table: 'request_number' | 'visit_question_number' = 'request_number',
): Promise<number> {
  const counter = sql.table(table)
  const { number } = await oneRow(
    sql<{ number: number }>`insert into ${counter} (practice_id, number) values (${practiceId}, 1)
      on conflict (practice_id) do update set number = ${counter}.number + 1 returning number`,
    trx,
  )
  return Number(number)
}
