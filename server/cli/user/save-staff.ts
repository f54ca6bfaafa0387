import { findRow } from '#server/db/one-row.ts'
import type { Staff } from '#contract/schemas/user.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import { canonicalUsername } from '#contract/email.ts'
import { CommandError, requirePractice } from '#server/cli/command.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createInvitationLink, passwordLinkUrl } from '#server/mail/password-link.ts'
import { ProblemError } from '#server/http/problem.ts'
import { present } from '#server/db/present.ts'
import { saveName, staffMember, workplacesOf } from '#server/memberships/members.ts'
import { changeStaff, offerMembership } from '#server/staff/change.ts'
import { resetSecondFactor } from '#server/staff/second-factor.ts'

export interface SavedStaff {
  accountId: string
  hasPassword: boolean
  state: StaffMember['state']
}

/**
 * Creates a staff offer, or changes the role of a membership or staff offer. The practice's audit trail records the
 * change.
 */
export const saveStaff = (db: Database, staff: Staff, now: Date): Promise<SavedStaff> =>
  inTransaction(db, async (trx) => {
    await requirePractice(trx, staff.practiceId)
    return await saveStaffIn(trx, staff, now)
  })

export async function saveStaffIn(
  trx: DatabaseTransaction,
  { username, practiceId, roles, firstName, lastName, language }: Staff,
  now: Date,
): Promise<SavedStaff> {
  const role = roles.includes('CLINIC_ADMIN') ? 'CLINIC_ADMIN' : 'CLINIC_USER'
  const before = await accountOf(trx, username)
  const known = before && (await staffMember(trx, practiceId, before.id))
  const about = { practiceId, now }
  const { id: accountId, state } =
    known && known.state !== 'ended'
      ? await changeStaff(trx, known.id, { role, active: true }, about)
      : await offerMembership(trx, { username, firstName, lastName, role }, about)
  if (firstName !== undefined || lastName !== undefined)
    await saveName(trx, { accountId, practiceId, ...known, ...present({ firstName, lastName }) })
  if (language !== undefined) await trx.updateTable('account').set({ language }).where('id', '=', accountId).execute()
  return { accountId, hasPassword: Boolean(before?.password_hash), state }
}

interface Acceptance extends Pick<SavedStaff, 'accountId' | 'hasPassword'> {
  practiceId: string
  username: string
  publicUrl: string
  now: Date
}

/** Says how a person accepts a staff offer, with a link if the person has no password yet. */
export async function howToAccept(
  db: Database | DatabaseTransaction,
  { accountId, hasPassword, practiceId, username, publicUrl, now }: Acceptance,
): Promise<string> {
  if (hasPassword) return `Accept it by signing in to the portal: ${publicUrl}`
  const token = await createInvitationLink(db, { accountId, practiceId, way: 'operator', isOffer: true, now })
  return `Accept it by choosing a password within 14 days:\n${passwordLinkUrl(publicUrl, token, username)}`
}

/** Ends a membership of a practice, or withdraws a staff offer. */
export function deactivateStaff(
  db: Database,
  { username, practiceId }: { username: string; practiceId: string },
  now: Date,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await requirePractice(trx, practiceId)
    const known = await accountOf(trx, username)
    const member = known && (await staffMember(trx, practiceId, known.id))
    if (!member) throw new CommandError(`${username} is not staff of ${practiceId}.`)
    try {
      await changeStaff(trx, member.id, { role: member.role, active: false }, { practiceId, now })
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'last-admin')
        throw new CommandError(`${username} is the last admin of ${practiceId}; make another one first.`)
      throw error
    }
  })
}

/**
 * Resets a second factor, for example of the last admin, whom no other admin can help. The audit trail of each of
 * the account's practices records the reset.
 */
export function resetFactor(db: Database, { username }: { username: string }, now: Date): Promise<void> {
  return inTransaction(db, async (trx) => {
    const known = await accountOf(trx, username)
    const practices = known ? await workplacesOf(trx, known.id) : []
    if (!known || practices.length === 0) throw new CommandError(`${username} is not staff of any practice.`)
    try {
      await resetSecondFactor(trx, known.id, { now })
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'conflict')
        throw new CommandError(`${username} has no second factor.`)
      throw error
    }
  })
}

const accountOf = (trx: DatabaseTransaction, username: string) =>
  findRow(trx, 'account', { username: canonicalUsername(username) }, ['id', 'password_hash'])
