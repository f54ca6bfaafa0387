import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { activate } from '#server/memberships/active.ts'

/** As if the staff of an export had accepted what it offers them. */
export async function acceptOffers(db: Database | DatabaseTransaction): Promise<void> {
  const offers = await db.deleteFrom('staff_offer').returningAll().execute()
  for (const { account_id: accountId, practice_id: practiceId, role } of offers)
    await activate(db, { accountId, practiceId, role })
}
