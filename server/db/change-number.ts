import { sql } from 'kysely'
import { oneRow } from '#server/db/one-row.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/** Tables of the last change number of each practice, with the first values of their other columns. */
const FIRST = {
  request_number: {},
  estimate_number: {},
  form_number: { mailed_number: 0 },
  visit_question_number: {},
} as const

/**
 * Issues the next change number of a practice, or `count` numbers, and returns the last one. Call late: the row stays
 * locked until the transaction ends, so that numbers become visible in order.
 */
export async function nextNumber(
  trx: DatabaseTransaction,
  table: keyof typeof FIRST,
  practiceId: string,
  count = 1,
): Promise<number> {
  const counter = sql.table(table)
  const first = { practice_id: practiceId, number: count, ...FIRST[table] }
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const { number } = await oneRow(
    sql<{ number: number }>`insert into ${counter} (${columns}) values (${sql.join(Object.values(first))})
      on conflict (practice_id) do update set number = ${counter}.number + excluded.number returning number`,
    trx,
  )
  return Number(number)
}
