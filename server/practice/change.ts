import type { Selectable } from 'kysely'
import { isIban } from '#contract/iban.ts'
import type { PracticeChange } from '#contract/practice.ts'
import { writeAudit, type Actor } from '#server/audit/write.ts'
import type { DatabaseTransaction, PracticeTable } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { CHANGEABLE } from './queries.ts'
import { isMatch, practiceVersion } from './version.ts'

const FIELDS = Object.keys(CHANGEABLE) as (keyof typeof CHANGEABLE)[]

/** Updates the fields that staff may change, unless they have changed since the version of `ifMatch`. */
export async function changePractice(
  trx: DatabaseTransaction,
  {
    practiceId,
    change,
    ifMatch,
    by,
    now,
  }: { practiceId: string; change: PracticeChange; ifMatch: string | undefined; by: Actor; now: Date },
): Promise<Selectable<PracticeTable>> {
  // A no-op update locks the row, so that the audit trail has the fields of this change alone.
  const before = await trx
    .updateTable('practice')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('id', '=', practiceId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (ifMatch !== undefined && !isMatch(ifMatch, await practiceVersion(before))) {
    throw new ProblemError('precondition-failed')
  }
  const fields = FIELDS.filter(
    (field) => change[field] !== undefined && (change[field] || null) !== before[CHANGEABLE[field]],
  )
  if (fields.length === 0) return before
  if (fields.includes('iban') && !isIban(change.iban ?? '')) {
    throw new ProblemError('validation-failed', { errors: [{ pointer: '#/iban', code: 'invalidIban' }] })
  }
  const after = await trx
    .updateTable('practice')
    .set(Object.fromEntries(fields.map((field) => [CHANGEABLE[field], change[field] || null])))
    .where('id', '=', practiceId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(trx, { practiceId, by, action: 'practice-changed', details: { fields }, now })
  return after
}
