import type { DatabaseTransaction, MailDetails, MailKind } from '#server/db/schema.ts'
import type { Services } from '#server/context.ts'
import { deliverOutbox, queueMails } from '#server/mail/outbox.ts'
import { activeAdmins } from '#server/memberships/members.ts'

interface AdminMail {
  kind: MailKind
  practiceId: string
  details?: MailDetails
  /** An account that gets none. */
  except?: string | undefined
  now: Date
}

/** Queues a mail to each admin of a practice who has accepted to be one. */
export async function tellAdmins(trx: DatabaseTransaction, { except, ...mail }: AdminMail): Promise<void> {
  const admins = await activeAdmins(trx, mail.practiceId)
  await queueMails(
    trx,
    admins.filter(({ id }) => id !== except).map(({ id }) => ({ ...mail, accountId: id })),
  )
}

/** After the commit. */
export const sendNotices = (services: Services): void =>
  services.background.run('outbox', () => deliverOutbox(services))
