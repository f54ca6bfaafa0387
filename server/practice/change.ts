import type { Practice, PracticeChange } from '#contract/practice.ts'
import { writeAudit, type Actor } from '#server/audit/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { wholePractice } from './queries.ts'

const FIELDS = ['name', 'title', 'text', 'phone', 'website'] as const

/** Updates the fields that staff may change. */
export async function changePractice(
  trx: DatabaseTransaction,
  { practiceId, change, by, now }: { practiceId: string; change: PracticeChange; by: Actor; now: Date },
): Promise<Practice> {
  // A no-op update locks the row, so that the audit trail has the fields of this change alone.
  const before = await trx
    .updateTable('practice')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('id', '=', practiceId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const fields = FIELDS.filter((field) => change[field] !== undefined && (change[field] || null) !== before[field])
  if (fields.length === 0) return wholePractice(before)
  const after = await trx
    .updateTable('practice')
    .set(Object.fromEntries(fields.map((field) => [field, change[field] || null])))
    .where('id', '=', practiceId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(trx, { practiceId, by, action: 'practice-changed', details: { fields }, now })
  return wholePractice(after)
}
