import type { Database } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'

const DAY_MS = 86_400_000
const LIFETIME_MS = 3 * DAY_MS

/** A new link that confirms the address that was given for a letter; undefined where there is none to confirm any more. */
export async function createLetterLink(
  db: Database,
  publicUrl: string,
  {
    accountId,
    practiceId,
    clientId,
    now,
  }: { accountId: string; practiceId: string | null; clientId: string | undefined; now: Date },
): Promise<string | undefined> {
  const token = randomText(32)
  const { numUpdatedRows } = await db
    .updateTable('letter')
    .set({
      token_hash: await sha256(token),
      token_ends_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .where('client_uuid', 'in', (query) =>
      query
        .selectFrom('letter')
        .innerJoin('client', 'client.uuid', 'letter.client_uuid')
        .select('client.uuid')
        .where('letter.account_id', '=', accountId)
        .where('client.practice_id', '=', practiceId)
        .where('client.registered', '=', 0)
        // Absent in a mail that a server of the version before has queued.
        .$if(clientId !== undefined, (letters) => letters.where('client.uuid', '=', clientId ?? ''))
        .orderBy('client.uuid')
        .limit(1),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : `${publicUrl}/auth/letter#confirm=${token}`
}
