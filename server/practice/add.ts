import { foldText } from '#contract/fold-name.ts'
import type { NewPractice } from '#contract/schemas/setup.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { HIDDEN_PRACTICE } from '#server/import/preload.ts'

/** Ignores the hidden practice, which a killed import may have left. */
export async function hasPractice(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('practice')
    .select('id')
    .where('id', '<>', HIDDEN_PRACTICE)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Adds a practice without clients and ends the set-up of the portal. Returns false if the id is taken. */
export async function addPractice(
  trx: DatabaseTransaction,
  { id, name, phone, email, website }: NewPractice & { id: string },
): Promise<boolean> {
  const fields = { phone: phone || null, email: email || null, website: website || null }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('practice')
    .values({ id, name, locked: 0, ...fields })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await trx.insertInto('client_count').values({ practice_id: id, registered: 0, unregistered: 0 }).execute()
  await trx.deleteFrom('setup_code').execute()
  return true
}

/** Records a new practice; `by` is undefined for the operator's command. */
export const auditAddition = (
  trx: DatabaseTransaction,
  { practiceId, by, now }: { practiceId: string; by?: Actor | undefined; now: Date },
): Promise<void> => writeAudit(trx, { practiceId, by, action: 'practice-added', now })

const MAX_ID = 40

/** Returns the id of a practice, made from its name: lower-case letters, digits and hyphens. */
export function practiceIdOf(name: string): string {
  const words = foldText(name).replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, MAX_ID).replaceAll(/^-+|-+$/g, '') || 'practice'
}
