import type { AnnouncedChange } from '#contract/mail.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import type { Actor } from '#server/access-log/write.ts'
import { activeAdmins, nameAt, nameOf } from '#server/memberships/members.ts'
import type { DatabaseTransaction, MailDetails, MailKind, PaidAccount, PracticeTable } from '#server/db/schema.ts'
import { deliverOutbox, queueMail, queueMails } from '#server/mail/outbox.ts'
import type { Services } from '#server/context.ts'

/**
 * Changes that could let somebody take over or seriously harm a practice, and whether each needs a new proof of
 * identity. A session alone may be unattended. Acceptance by a person who is not staff yet and exports need no proof.
 * Removing all clients needs none: the specification defines the call without a body, and the removal can be undone for
 * a week. Another e-mail address for mails about requests needs none, because these mails contain no text of a client.
 */
export const ADMIN_CHANGES = {
  'account-moved': { proof: true },
  'admin-ended': { proof: true },
  'admin-invited': { proof: true },
  'admin-joined': { proof: false },
  'admin-made': { proof: true },
  'admin-accepted': { proof: true },
  'admin-proposed': { proof: false },
  'clients-removed': { proof: false },
  'factors-removed': { proof: true },
  'key-kept': { proof: true },
  'key-made': { proof: true },
  'mailbox-changed': { proof: false },
  'retention-tightened': { proof: true },
  'second-factor-optional': { proof: true },
  'webhook-changed': { proof: true },
  'webhook-disabled': { proof: false },
}

export type AdminChange = keyof typeof ADMIN_CHANGES

interface Announcement {
  practiceId: string
  /** Undefined for exports and operator commands. */
  by?: Actor | undefined
  /** Name and e-mail address of the person affected by the change. */
  member?: string | undefined
  keys?: string[] | undefined
  /** An account that gets no mail. */
  except?: string | undefined
  /** A former admin who also gets the mail. */
  also?: string | undefined
  now: Date
}

/** Queues the mail of a change to the admins of its practice. */
export async function announceChange(
  trx: DatabaseTransaction,
  change: AnnouncedChange,
  { practiceId, by, member, keys, except, also, now }: Announcement,
): Promise<void> {
  const details = {
    change,
    ...(by && { by: await nameAt(trx, practiceId, by) }),
    ...(member !== undefined && { member }),
    ...(keys && { keys }),
  }
  const mail = { kind: 'admin-change', practiceId, details, now } as const
  await notifyAdmins(trx, { ...mail, except })
  if (also !== undefined) await queueMail(trx, { ...mail, accountId: also })
}

/** Queues the mail about a member of staff who has accepted to be an admin, except to that member. */
export async function announceAdmin(
  trx: DatabaseTransaction,
  { id, role, ...member }: StaffMember,
  about: Pick<Announcement, 'practiceId' | 'now'>,
): Promise<void> {
  if (role !== 'CLINIC_ADMIN') return
  await announceChange(trx, 'admin-joined', { ...about, member: nameWithAddress(member), except: id })
}

/** Returns the name of a member of staff with the e-mail address, which identifies somebody with an invented name. */
export function nameWithAddress(member: {
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
}) {
  const name = nameOf(member)
  return name === member.username ? name : `${name} (${member.username})`
}

interface AdminMail {
  kind: MailKind
  practiceId: string
  details?: MailDetails
  /** An account that gets no mail. */
  except?: string | undefined
  now: Date
}

/** Queues a mail to each admin of a practice who has accepted to be one. */
export async function notifyAdmins(trx: DatabaseTransaction, { except, ...mail }: AdminMail): Promise<void> {
  const admins = await activeAdmins(trx, mail.practiceId)
  await queueMails(
    trx,
    admins.filter(({ id }) => id !== except).map(({ id }) => ({ ...mail, accountId: id })),
  )
}

/** Sends queued mails in the background; call it after the commit. */
export const sendNotices = (services: Services): void =>
  services.background.run('outbox', () => deliverOutbox(services))

type Row = Pick<PracticeTable, 'iban' | 'account_holder'>

export const paidAccount = ({ iban, account_holder: holder }: Row): PaidAccount => ({ iban, holder })

/** Queues a mail to the admins of a practice if the account that clients pay to has changed. */
export async function notifyIfAccountChanged(
  trx: DatabaseTransaction,
  { practiceId, former, by, now }: { practiceId: string; former: PaidAccount; by?: string; now: Date },
): Promise<void> {
  const present = paidAccount(
    await trx
      .selectFrom('practice')
      .select(['iban', 'account_holder'])
      .where('id', '=', practiceId)
      .executeTakeFirstOrThrow(),
  )
  if (present.iban === former.iban && present.holder === former.holder) return
  const details = { former, present, ...(by !== undefined && { by }) }
  await notifyAdmins(trx, { kind: 'account-number-changed', practiceId, details, now })
}
