import { sql } from 'kysely'
import type { UserIdentity } from '#contract/schemas/session.ts'
import type { Authenticated, Services } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { OidcRefusal } from './issuer.ts'
import { accountById, lockAccount } from './queries.ts'

type Subject = Pick<Authenticated, 'issuer' | 'subject'>

/**
 * Returns the id of the staff account that an identity signs in to: the account to which it is linked, or else the one
 * whose user name is the verified address. Throws an `OidcRefusal` for anybody else. No account is created.
 */
export async function matchIdentity(db: Database, person: Authenticated): Promise<string> {
  const linked = await linkedAccount(db, person)
  if (linked) {
    if (linked.staffRole === null) throw new OidcRefusal('no-account', 'not-staff')
    return linked.accountId
  }
  const { username, isVerified, issuer } = person
  if (username === undefined) throw new OidcRefusal('no-account', 'no-username')
  if (!isVerified) throw new OidcRefusal('unverified', 'address-not-verified')
  const [account, another] = await db
    .selectFrom('account')
    .leftJoin('oidc_identity', (join) =>
      join.onRef('account_id', '=', 'account.id').on('oidc_identity.issuer', '=', issuer),
    )
    .select(['account.id', 'subject'])
    .where('staff_role', 'is not', null)
    // Earlier versions stored user names as they were typed.
    .where(sql`lower(username)`, '=', username)
    .limit(2)
    .execute()
  if (!account) throw new OidcRefusal('no-account', 'unknown-address')
  if (another) throw new OidcRefusal('no-account', 'several-accounts')
  // The address may have been given to another person since.
  if (account.subject !== null) throw new OidcRefusal('no-account', 'other-subject')
  return account.id
}

const linkedAccount = (db: Database | DatabaseTransaction, { issuer, subject }: Subject) =>
  db
    .selectFrom('oidc_identity')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['account_id as accountId', 'staff_role as staffRole'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/**
 * Links an identity to an account in the transaction of the sign-in, which has locked the account. Returns whether the
 * link is new. Throws an `OidcRefusal` if the identity or the account got another link meanwhile.
 */
export async function recordIdentity(
  trx: DatabaseTransaction,
  { accountId, issuer, subject, now }: Subject & { accountId: string; now: Date },
): Promise<boolean> {
  const last_used_at = now.toISOString()
  const { numUpdatedRows } = await trx
    .updateTable('oidc_identity')
    .set({ last_used_at })
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return false
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('oidc_identity')
    .values({ id: crypto.randomUUID(), account_id: accountId, issuer, subject, linked_at: last_used_at, last_used_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new OidcRefusal('no-account', 'linked-meanwhile')
  await queueMail(trx, { kind: 'identity-linked', accountId, now })
  return true
}

export async function identitiesOf(db: Database, accountId: string): Promise<UserIdentity[]> {
  return await db
    .selectFrom('oidc_identity')
    .select(['id', 'issuer', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('linked_at')
    .orderBy('id')
    .execute()
}

/**
 * Unlinks identities of an account, ends the other sessions that were opened by an issuer, and mails the person. Call
 * with the account locked. Returns whether there was an identity.
 */
export async function unlinkIdentities(
  trx: DatabaseTransaction,
  { accountId, identityId, sessionId, now }: { accountId: string; identityId?: string; sessionId?: string; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('oidc_identity')
    .where('account_id', '=', accountId)
    .$if(identityId !== undefined, (query) => query.where('id', '=', identityId ?? ''))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await trx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('issuer', 'is not', null)
    .$if(sessionId !== undefined, (query) => query.where('id', '!=', sessionId ?? ''))
    .execute()
  await queueMail(trx, { kind: 'identity-unlinked', accountId, now })
  return true
}

/**
 * Unlinks an identity at the request of its person. Throws `not-found`, and `last-way-in` if the account has neither a
 * password nor a passkey.
 */
export async function unlinkOwnIdentity(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId, sessionId, identityId }: { accountId: string; sessionId: string; identityId: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const passwordHash = await lockAccount(trx, accountId)
    if (!(await unlinkIdentities(trx, { accountId, sessionId, identityId, now: clock() })))
      throw new ProblemError('not-found')
    const passkey = await trx.selectFrom('passkey').select('id').where('account_id', '=', accountId).executeTakeFirst()
    if (passwordHash === null && !passkey) throw new ProblemError('last-way-in')
  })
}

/** Returns the staff account of a sign-in that has arrived; undefined if it is no longer staff. */
export async function staffAccount(db: Database, accountId: string) {
  const account = await accountById(db, accountId)
  return account?.staffRole === null ? undefined : account
}
