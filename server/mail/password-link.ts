import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'

const MINUTE = 60_000
export const ACTIVATION_LINK_MS = 14 * 24 * 60 * MINUTE
const LIFETIME = { activation: ACTIVATION_LINK_MS, reset: 30 * MINUTE }

export const hashToken = (token: string): Promise<string> => sha256(token)

/** Replaces the account's link and answers the new token, of which only the hash is stored. */
export async function createPasswordLink(
  db: Database | DatabaseTransaction,
  accountId: string,
  kind: keyof typeof LIFETIME,
  now: Date,
  /** The practice whose offer is accepted by choosing the password. */
  offeredBy: string | null = null,
): Promise<string> {
  const token = randomText(32)
  const link = {
    token_hash: await hashToken(token),
    expires_at: new Date(now.getTime() + LIFETIME[kind]).toISOString(),
    practice_id: offeredBy,
  }
  await db
    .insertInto('password_link')
    .values({ account_id: accountId, ...link })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(link))
    .execute()
  return token
}

/** The user name is in the fragment, which is not sent to a server: for the reader's password manager. */
export function passwordLinkUrl(publicUrl: string, token: string, username: string): string {
  return `${publicUrl}/auth/reset-password?token=${token}#${new URLSearchParams({ username })}`
}
