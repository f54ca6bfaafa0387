import { inTransaction } from '#server/db/transaction.ts'
import { isLockedOut } from '#server/access/access-level.ts'
import type { Identity, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { accountByUsername, closeSessions, passwordHashOf } from './queries.ts'
import type { Throttle } from './throttle.ts'

/** Sends a link, where there is an account to send it to. Nobody waits for it: its time would tell. */
export async function sendPasswordLink(services: Services, username: string): Promise<void> {
  const { db, clock } = services
  const account = await accountByUsername(db, username)
  if (!account || (await isLockedOut(db, { accountId: account.id, staffRole: account.staffRole }))) return
  const kind = account.passwordHash === null ? 'activation' : 'reset'
  await queueMail(db, { kind, accountId: account.id, now: clock() })
  await deliverOutbox(services)
}

/** Whose link this is, while it holds. */
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

/** Spends the link: whoever knew the old password, or has a session, is out. Answers whose it was. */
export async function resetPassword(
  { db, clock, passwords }: Services,
  throttle: Throttle,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const hash = await passwords.hash(newPassword)
  const tokenHash = await hashToken(token)
  return await inTransaction(db, async (trx) => {
    const now = clock()
    const spent = await trx
      .deleteFrom('password_link')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now.toISOString())
      .returning('account_id as accountId')
      .executeTakeFirst()
    if (!spent) throw new ProblemError('reset-token-invalid')
    const { accountId } = spent
    const isFirst = (await passwordHashOf(trx, accountId)) === null
    const { username } = await trx
      .updateTable('account')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .returning('username')
      .executeTakeFirstOrThrow()
    await throttle.clearAccount(trx, username)
    await closeSessions(trx, accountId)
    // Whoever has just chosen the first one need not be told.
    if (!isFirst) await queueMail(trx, { kind: 'password-changed', accountId, now })
    return username
  })
}

/** The session it is done in goes on; the others end, and so does a link that was asked for before. */
export async function changePassword(
  { db, clock, passwords }: Services,
  throttled: (check: () => Promise<string | null | undefined>) => Promise<string | null | undefined>,
  { accountId, sessionId }: Identity,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const currentHash = await throttled(async () => {
    const hash = await passwordHashOf(db, accountId)
    return (await passwords.verify(currentPassword, hash)) ? hash : undefined
  })
  if (currentHash === undefined) throw new ProblemError('current-password-invalid')
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
    await queueMail(trx, { kind: 'password-changed', accountId, now: clock() })
  })
}
