import type { Database } from '#server/db/schema.ts'
import type { Secrets } from '#server/http/keys.ts'
import { createChallenges, type SingleUse } from './challenges.ts'
import { type KnownAccount, accountById } from './queries.ts'

// Between the two factors there is no session: a challenge names the account of the first factor. A challenge is
// valid for five minutes, once.

/** The purpose contains the password hash, so that a password change invalidates the challenge. */
const purposeOf = ({ id, passwordHash }: KnownAccount) => `second factor ${id} ${passwordHash}`

export const challengeTo = async (secrets: Secrets, account: KnownAccount): Promise<string> =>
  `${account.id}.${await createChallenges(secrets).issue(purposeOf(account))}`

/** Returns the account that passed the first factor; undefined if the challenge is invalid or expired, or the account unknown. */
export async function challenged(
  secrets: Secrets & { db: Database },
  challenge: string,
): Promise<{ account: KnownAccount & { username: string }; use: SingleUse } | undefined> {
  const end = challenge.lastIndexOf('.')
  const account = await accountById(secrets.db, challenge.slice(0, Math.max(0, end)))
  if (!account) return undefined
  const use = await createChallenges(secrets).check(challenge.slice(end + 1), purposeOf(account))
  return use && { account, use }
}
