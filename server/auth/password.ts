import { present } from '#server/db/present.ts'
import { getRow } from '#server/db/one-row.ts'
import type { PasswordInvitation } from '#contract/schemas/session.ts'
import type { PasswordChange } from '#contract/schemas/credentials.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import { isLockedOut } from '#server/access/access-level.ts'
import type { Identity, Services } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { endPasswordLinks, type PasswordLink, passwordLinkOf, consumePasswordLink } from '#server/mail/password-link.ts'
import { firstNameOf } from '#server/mail/first-name.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { announceAdmin } from '#server/notices/admin-changes.ts'
import { hasOffer } from '#server/memberships/members.ts'
import { acceptOffer } from '#server/offers/offers.ts'
import { accountById, accountByUsername, closeSessions, lockAccount, passwordHashOf } from './queries.ts'
import type { Throttle } from './throttle.ts'
import { sql } from 'kysely'
import { removeFeedsOf } from '#server/calendar/feed.ts'
import { revokeShareLinksOf } from '#server/share-links/links.ts'

/**
 * Mails a password link if the account exists. Run in the background, because the response time would reveal
 * accounts.
 */
export async function sendPasswordLink(services: Services, username: string): Promise<void> {
  const { db, clock } = services
  const account = await accountByUsername(db, username)
  if (!account || (await isLockedOut(db, { accountId: account.id, staffRole: account.staffRole }))) return
  const kind = account.passwordHash === null ? 'activation-asked' : 'reset'
  await queueMail(db, { kind, accountId: account.id, now: clock() })
  await deliverOutbox(services)
}

/**
 * Returns whether a requested link is valid or queued.
 * A stranger can use up the rate limit of an e-mail address. The owner of the address can then use the mailed
 * links. After those links have expired, the owner may request another link.
 */
export async function hasPasswordLink({ db, clock }: Services, username: string): Promise<boolean> {
  const account = await accountByUsername(db, username)
  if (!account) return true
  const link = await db
    .selectFrom('password_link')
    .select('account_id')
    .where('account_id', '=', account.id)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst()
  const waiting = await db
    .selectFrom('outbox')
    .select('id')
    .where('account_id', '=', account.id)
    .where('kind', 'in', ['reset', 'activation-asked'])
    .executeTakeFirst()
  return link !== undefined || waiting !== undefined
}

/** Returns a valid link. Throws `reset-token-invalid` for a used, superseded, expired or unknown link. */
export async function validLink({ db, clock }: Services, token: string | undefined): Promise<PasswordLink> {
  const link = await passwordLinkOf(db, token ?? '', clock())
  const account = link && (await accountById(db, link.accountId))
  if (!link || !account || (await isLockedOut(db, { ...link, staffRole: account.staffRole })))
    throw new ProblemError('reset-token-invalid')
  return link
}

/**
 * Returns the content of an invitation page; undefined for a valid link that is no invitation. Throws
 * `reset-token-invalid`.
 * An invitation link sets only a first password. With a password, the person signs in and finds the invitation in
 * the portal.
 */
export async function invitationOf(
  services: Services,
  token: string | undefined,
): Promise<PasswordInvitation | undefined> {
  const { db } = services
  const link = await validLink(services, token)
  const { username, passwordHash, worksAt } = await getRow(db, 'account', { id: link.accountId }, [
    'username',
    'password_hash as passwordHash',
    'practice_id as worksAt',
  ])
  if (passwordHash !== null && link.table === 'password_link') return undefined
  const practice = await invitingPractice(db, link, worksAt)
  if (!practice) return undefined
  const { id: practiceId, name: practiceName, logoUrl, colour } = practice
  const firstName = link.isOffer ? undefined : await firstNameOf(db, { accountId: link.accountId, practiceId })
  return {
    practiceName,
    username,
    ...present({ logoUrl, colour, firstName }),
    ...(passwordHash !== null && { hasPassword: true }),
  }
}

/**
 * Returns the inviting practice. Falls back to the workplace, then to the practice of the latest
 * registration.
 */
async function invitingPractice(
  db: Database,
  { accountId, practiceId: invitesTo }: PasswordLink,
  worksAt: string | null,
) {
  const practiceId = invitesTo ?? worksAt
  return await db
    .selectFrom('practice')
    .select(['practice.id', 'practice.name', 'practice.colour', 'practice.logo_url as logoUrl'])
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
}

/** Keeping the same password would leave access to anyone who knows that password. */
const unchanged = () =>
  new ProblemError('password-unchanged', { errors: [{ pointer: '#/newPassword', code: 'passwordUnchanged' }] })

/**
 * Uses up the link, sets the password, ends all sessions and revokes links that work without a session. A first
 * password set by a staff invitation also accepts the invitation.
 */
export async function resetPassword(
  { db, clock, passwords }: Services,
  throttle: Throttle,
  { link, token, newPassword }: { link: PasswordLink; token: string; newPassword: string },
): Promise<void> {
  const { accountId } = link
  const isFirstOnly = link.table === 'invitation_link'
  const currentHash = await passwordHashOf(db, accountId)
  if (currentHash !== null && isFirstOnly) throw new ProblemError('reset-token-invalid')
  if (currentHash !== null && (await passwords.verify(newPassword, currentHash))) throw unchanged()
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (trx) => {
    const now = clock()
    await lockLinkedClients(trx, accountId)
    // Locks the account before the link is used up. If two links are used concurrently, the second sees the
    // password set by the first.
    const isFirst = (await lockAccount(trx, accountId)) === null
    if (!(await consumePasswordLink(trx, link, { token, now })) || (isFirstOnly && !isFirst))
      throw new ProblemError('reset-token-invalid')
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
    // The invitation mail says that a first password accepts the staff offer. The practice may have withdrawn the
    // staff offer since.
    const { practiceId } = link
    if (link.isOffer && practiceId !== null && (await hasOffer(trx, { accountId, practiceId }))) {
      const joined = await acceptOffer(trx, { accountId, practiceId, by: { accountId, ...account }, now })
      await announceAdmin(trx, joined, { practiceId, now })
    }
  })
}

const changedMail = (hadLinks: boolean) => (hadLinks ? 'password-changed-links-ended' : 'password-changed')

/**
 * Changes the password, ends all other sessions and revokes pending password links. `endLinks` also revokes links
 * that work without a session.
 */
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
    if (endLinks === true) await lockLinkedClients(trx, accountId)
    const { numUpdatedRows } = await trx
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .where('password_hash', '=', currentHash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('conflict')
    await closeSessions(trx, accountId, { but: sessionId })
    await endPasswordLinks(trx, accountId)
    const now = clock()
    const hadLinks = endLinks === true && (await endOpenLinks(trx, accountId, now))
    await queueMail(trx, { kind: changedMail(hadLinks), accountId, now })
  })
}

/** Locks the clients whose links `endOpenLinks` revokes. Call before locking the account. */
export const lockLinkedClients = (trx: DatabaseTransaction, accountId: string): Promise<void> =>
  lockRows(
    trx,
    'client',
    sql`(select client_uuid from calendar_feed where account_id = ${accountId}
      union select client_uuid from shared_card where account_id = ${accountId}
      union select client_uuid from removed_client where account_id = ${accountId})`,
  )

/**
 * Revokes the links of an account that work without a session: calendar URLs and shared cards. Also revokes links
 * that undoing a removal would restore. Returns whether there were any.
 */
export async function endOpenLinks(trx: DatabaseTransaction, accountId: string, now: Date): Promise<boolean> {
  const hadFeeds = await removeFeedsOf(trx, accountId)
  const hadCards = await revokeShareLinksOf(trx, accountId, now)
  const { numDeletedRows } = await trx
    .deleteFrom('removed_row')
    .where('source', 'in', ['calendar_feed', 'shared_card'])
    .where('client_uuid', 'in', (row) =>
      row.selectFrom('removed_client').select('client_uuid').where('account_id', '=', accountId),
    )
    .executeTakeFirstOrThrow()
  return hadFeeds || hadCards || numDeletedRows > 0n
}
