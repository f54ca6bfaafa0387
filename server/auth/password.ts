import type { PasswordInvitation } from '#contract/invitation.ts'
import type { PasswordChange } from '#contract/schemas/credentials.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isLockedOut } from '#server/access/access-level.ts'
import type { Identity, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { hasOffer } from '#server/memberships/members.ts'
import { acceptOffer } from '#server/memberships/offers.ts'
import { endOpenLinks } from './open-links.ts'
import { accountByUsername, closeSessions, passwordHashOf } from './queries.ts'
import type { Throttle } from './throttle.ts'

/** Mails a password link if the account exists. Run in the background: its timing would reveal accounts. */
export async function sendPasswordLink(services: Services, username: string): Promise<void> {
  const { db, clock } = services
  const account = await accountByUsername(db, username)
  if (!account || (await isLockedOut(db, { accountId: account.id, staffRole: account.staffRole }))) return
  const kind = account.passwordHash === null ? 'activation-asked' : 'reset'
  await queueMail(db, { kind, accountId: account.id, now: clock() })
  await deliverOutbox(services)
}

/** The account of a valid link. */
export async function linkOwner({ db, clock }: Services, token: string | undefined): Promise<string> {
  const link = await db
    .selectFrom('password_link')
    .innerJoin('account', 'account.id', 'password_link.account_id')
    .select(['account.id as accountId', 'account.staff_role as staffRole'])
    .where('token_hash', '=', await hashToken(token ?? ''))
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst()
  if (!link || (await isLockedOut(db, link))) throw new ProblemError('reset-token-invalid')
  return link.accountId
}

/**
 * Returns what the page of an invitation shows; undefined for a valid link of an account with a password. Throws
 * `reset-token-invalid` for a link that is used, superseded, expired or unknown.
 */
export async function invitationOf(
  services: Services,
  token: string | undefined,
): Promise<PasswordInvitation | undefined> {
  const { db } = services
  const accountId = await linkOwner(services, token)
  const { username, passwordHash, ...invited } = await db
    .selectFrom('account')
    .leftJoin('password_link', 'password_link.account_id', 'account.id')
    .select([
      'username',
      'password_hash as passwordHash',
      'password_link.practice_id as offeredBy',
      'account.practice_id as worksAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (passwordHash !== null) return undefined
  const practiceId = invited.offeredBy ?? invited.worksAt
  const practice = await db
    .selectFrom('practice')
    .select('name')
    .$if(practiceId !== null, (query) => query.where('id', '=', practiceId))
    .$if(practiceId === null, (query) =>
      query
        .innerJoin('client', 'client.practice_id', 'practice.id')
        .where('client.account_id', '=', accountId)
        .where('client.registered', '=', 1)
        .where('client.locked', '=', 0)
        .where('practice.locked', '=', 0)
        .orderBy('client.registered_at', 'desc')
        .orderBy('client.uuid'),
    )
    .executeTakeFirst()
  return practice && { practiceName: practice.name, username }
}

/** The same password again would leave access to anyone who knows it. */
const unchanged = () =>
  new ProblemError('password-unchanged', { errors: [{ pointer: '#/newPassword', code: 'passwordUnchanged' }] })

/**
 * Consumes the link, sets the password, ends all sessions and what goes on without one; a first password by an invitation as staff
 * accepts it.
 */
export async function resetPassword(
  { db, clock, passwords }: Services,
  throttle: Throttle,
  { accountId: owner, token, newPassword }: { accountId: string; token: string; newPassword: string },
): Promise<void> {
  const currentHash = await passwordHashOf(db, owner)
  if (currentHash !== null && (await passwords.verify(newPassword, currentHash))) throw unchanged()
  const hash = await passwords.hash(newPassword)
  const tokenHash = await hashToken(token)
  await inTransaction(db, async (trx) => {
    const now = clock()
    const spent = await trx
      .deleteFrom('password_link')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now.toISOString())
      .returning(['account_id as accountId', 'practice_id as offeredBy'])
      .executeTakeFirst()
    if (!spent) throw new ProblemError('reset-token-invalid')
    const { accountId, offeredBy } = spent
    const isFirst = (await passwordHashOf(trx, accountId)) === null
    const account = await trx
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .returning(['username', 'first_name as firstName', 'last_name as lastName'])
      .executeTakeFirstOrThrow()
    const { username } = account
    await throttle.clearAccount(trx, username)
    await closeSessions(trx, accountId)
    if (!isFirst) {
      // An intruder with the former password may have copied the links.
      const hadLinks = await endOpenLinks(trx, accountId, now)
      await queueMail(trx, { kind: changedMail(hadLinks), accountId, now })
      return
    }
    // The mail said that it does; the practice may have taken the offer back since.
    if (offeredBy !== null && (await hasOffer(trx, { accountId, practiceId: offeredBy })))
      await acceptOffer(trx, { accountId, practiceId: offeredBy, by: { accountId, ...account }, now })
  })
}

const changedMail = (hadLinks: boolean) => (hadLinks ? 'password-changed-links-ended' : 'password-changed')

/** Ends all other sessions and revokes a pending link; where it is asked for, what goes on without a session as well. */
export async function changePassword(
  { db, clock, passwords }: Services,
  throttled: (check: () => Promise<string | null | undefined>) => Promise<string | null | undefined>,
  { accountId, sessionId }: Identity,
  { currentPassword, newPassword, endLinks }: PasswordChange,
): Promise<void> {
  const currentHash = await throttled(async () => {
    const hash = await passwordHashOf(db, accountId)
    return (await passwords.verify(currentPassword, hash)) ? hash : undefined
  })
  if (currentHash === undefined) throw new ProblemError('current-password-invalid')
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) throw unchanged()
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .where('password_hash', '=', currentHash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('conflict')
    await closeSessions(trx, accountId, { but: sessionId })
    await trx.deleteFrom('password_link').where('account_id', '=', accountId).execute()
    const now = clock()
    const hadLinks = endLinks === true && (await endOpenLinks(trx, accountId, now))
    await queueMail(trx, { kind: changedMail(hadLinks), accountId, now })
  })
}
