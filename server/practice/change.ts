import type { PracticeChange } from '#contract/schemas/practice.ts'
import type { Selectable } from 'kysely'
import { isIban } from '#contract/iban.ts'
import { ACCOUNT_FIELDS } from '#contract/practice.ts'
import { writeAudit, type Actor } from '#server/access-log/write.ts'
import { PRACTICE_COLUMNS, practiceColumn } from '#server/db/columns.ts'
import type { Database, DatabaseTransaction, PracticeTable } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { nameAt } from '#server/memberships/members.ts'
import { paidAccount, notifyIfAccountChanged } from '#server/notices/admin-changes.ts'
import { practiceRow } from './queries.ts'
import { isMatch, practiceVersion } from './version.ts'
import { typedKeys } from '#contract/values.ts'

const FIELDS = typedKeys(PRACTICE_COLUMNS)

type PracticeRow = Selectable<PracticeTable>

interface Change {
  practiceId: string
  change: PracticeChange
  ifMatch: string | undefined
}

/**
 * Updates the fields that staff may change. Throws `precondition-failed` if they have changed since the version of
 * `ifMatch`.
 */
export async function changePractice(
  trx: DatabaseTransaction,
  { practiceId, change, ifMatch, mayMoveAccount, by, now }: Change & { mayMoveAccount: boolean; by: Actor; now: Date },
): Promise<PracticeRow> {
  // A no-op update locks the row, so that the audit entry lists only the fields of this change.
  const before = await trx
    .updateTable('practice')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('id', '=', practiceId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const fields = await changedFields(before, { change, ifMatch })
  if (fields.length === 0) return before
  // A concurrent change turned this change into a change of the bank account, so no proof was requested.
  if (isMove(fields) && !mayMoveAccount) throw new ProblemError('precondition-failed')
  const after = await trx
    .updateTable('practice')
    .set(Object.fromEntries(fields.map((field) => [PRACTICE_COLUMNS[field], practiceColumn(change[field])])))
    .where('id', '=', practiceId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(trx, { practiceId, by, action: 'practice-changed', details: { fields }, now })
  if (isMove(fields))
    await notifyIfAccountChanged(trx, {
      practiceId,
      former: paidAccount(before),
      by: await nameAt(trx, practiceId, by),
      now,
    })
  return after
}

/** Returns the fields that change. Throws for another version than `ifMatch`, and for an invalid IBAN. */
async function changedFields(
  row: PracticeRow,
  { change, ifMatch }: Pick<Change, 'change' | 'ifMatch'>,
): Promise<(keyof typeof PRACTICE_COLUMNS)[]> {
  if (ifMatch !== undefined && !isMatch(ifMatch, await practiceVersion(row))) {
    throw new ProblemError('precondition-failed')
  }
  const fields = FIELDS.filter(
    (field) => change[field] !== undefined && practiceColumn(change[field]) !== row[PRACTICE_COLUMNS[field]],
  )
  if (fields.includes('iban') && !isIban(change.iban ?? '')) {
    throw new ProblemError('validation-failed', { errors: [{ pointer: '#/iban', code: 'invalidIban' }] })
  }
  return fields
}

const isMove = (fields: readonly string[]) => ACCOUNT_FIELDS.some((field) => fields.includes(field))

/** Returns whether a change affects the bank account that clients pay to. Throws the errors of `changePractice`. */
export async function changesBankAccount(db: Database, { practiceId, ...change }: Change): Promise<boolean> {
  return isMove(await changedFields(await practiceRow(db, practiceId), change))
}
