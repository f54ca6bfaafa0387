import type { Database, DatabaseTransaction, InvitationLinkTable } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'

type Db = Database | DatabaseTransaction

const MINUTE = 60_000
export const ACTIVATION_LINK_MS = 14 * 24 * 60 * MINUTE
const LIFETIME = { activation: ACTIVATION_LINK_MS, reset: 30 * MINUTE }

/** Valid invitation links per account; a further link ends the oldest. */
export const MAX_INVITATION_LINKS = 20

export const hashToken = (token: string): Promise<string> => sha256(token)

/**
 * Replaces the link that a person requested for an account. Returns the new token, of which only the hash is stored.
 */
export async function createPasswordLink(
  db: Db,
  accountId: string,
  kind: keyof typeof LIFETIME,
  now: Date,
): Promise<string> {
  const token = randomText(32)
  const expires_at = new Date(now.getTime() + LIFETIME[kind]).toISOString()
  const link = { token_hash: await hashToken(token), expires_at, practice_id: null }
  await db
    .insertInto('password_link')
    .values({ account_id: accountId, ...link })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(link))
    .execute()
  return token
}

interface Invitation extends Pick<InvitationLinkTable, 'way'> {
  accountId: string
  practiceId: string
  /** Whether setting the password accepts the practice's staff offer. */
  isOffer: boolean
  now: Date
}

/**
 * Replaces this practice's invitation link for the account and way of sending; links of other practices stay valid. Returns
 * the new token, of which only the hash is stored.
 */
export async function createInvitationLink(
  db: Db,
  { accountId, practiceId, way, isOffer, now }: Invitation,
): Promise<string> {
  const token = randomText(32)
  const expires_at = new Date(now.getTime() + ACTIVATION_LINK_MS).toISOString()
  const link = { token_hash: await hashToken(token), is_offer: isOffer ? (1 as const) : (0 as const), expires_at }
  await db
    .insertInto('invitation_link')
    .values({ account_id: accountId, practice_id: practiceId, way, ...link })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id', 'way']).doUpdateSet(link))
    .execute()
  const newest = db
    .selectFrom('invitation_link')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('expires_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_INVITATION_LINKS)
  await db
    .deleteFrom('invitation_link')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', newest)
    .execute()
  return token
}

export interface PasswordLink {
  /** An invitation link can only set a first password. */
  table: 'password_link' | 'invitation_link'
  accountId: string
  practiceId: string | null
  isOffer: boolean
}

export async function passwordLinkOf(db: Db, token: string, now: Date): Promise<PasswordLink | undefined> {
  const hash = await hashToken(token)
  const invitation = await db
    .selectFrom('invitation_link')
    .select(['account_id as accountId', 'practice_id as practiceId', 'is_offer as isOffer'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (invitation) return { table: 'invitation_link', ...invitation, isOffer: invitation.isOffer === 1 }
  const link = await db
    .selectFrom('password_link')
    // An earlier version stored the practice of a staff offer here.
    .select(['account_id as accountId', 'practice_id as practiceId'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return link && { table: 'password_link', ...link, isOffer: link.practiceId !== null }
}

/** Ends a link; returns false if another call has used it, or it has expired. */
export async function consumePasswordLink(
  trx: DatabaseTransaction,
  { table }: PasswordLink,
  { token, now }: { token: string; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom(table)
    .where('token_hash', '=', await hashToken(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function endPasswordLinks(trx: DatabaseTransaction, accountId: string): Promise<void> {
  for (const table of ['password_link', 'invitation_link'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
}

/** Returns the URL of a link. The fragment, which is not sent to a server, has the user name for password managers. */
export function passwordLinkUrl(publicUrl: string, token: string, username: string): string {
  return `${publicUrl}/auth/reset-password?token=${token}#${new URLSearchParams({ username })}`
}
