import type { Database } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'

const DAY_MS = 86_400_000
const LIFETIME_MS = 3 * DAY_MS

/** A new link that confirms the address that was given for a letter; undefined where there is none to confirm any more. */
export async function createLetterLink(
  db: Database,
  publicUrl: string,
  { accountId, practiceId, now }: { accountId: string; practiceId: string | null; now: Date },
): Promise<string | undefined> {
  const token = randomText(32)
  const { numUpdatedRows } = await db
    .updateTable('letter')
    .set({
      token_hash: await sha256(token),
      token_ends_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .where('account_id', '=', accountId)
    .where('client_uuid', 'in', (query) =>
      query.selectFrom('client').select('uuid').where('practice_id', '=', practiceId).where('registered', '=', 0),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : `${publicUrl}/auth/letter#confirm=${token}`
}
