import type { Practice, PracticeChange } from '#contract/practice.ts'
import { writeAudit, type Actor } from '#server/audit/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { wholePractice } from './queries.ts'

const FIELDS = ['name', 'title', 'text', 'phone', 'website'] as const

/** Writes what its staff may write of a practice. */
export async function changePractice(
  trx: DatabaseTransaction,
  { practiceId, change, by, now }: { practiceId: string; change: PracticeChange; by: Actor; now: Date },
): Promise<Practice> {
  // An update of nothing, so that the row is held: what has changed is then told of this change alone.
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
