import { sql } from 'kysely'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, MailKind } from '#server/db/schema.ts'

const DAY_MS = 86_400_000
export const GIVEN_UP_KEPT_DAYS = 30
/** The reason of what no mail server has refused. */
export const NOT_SENT_IN_TIME = 'not sent in time'

export interface GivenUpMail {
  givenUpAt: string
  kind: MailKind
  to: string
  practiceId: string | null
  reason: string
}

/** What could not be sent, the latest first. */
export async function givenUpMails(db: Database): Promise<GivenUpMail[]> {
  return await db
    .selectFrom('given_up_mail as mail')
    .innerJoin('account', 'account.id', 'mail.account_id')
    .select([
      'mail.given_up_at as givenUpAt',
      'mail.kind',
      'account.username as to',
      'mail.practice_id as practiceId',
      'mail.reason',
    ])
    .orderBy('mail.given_up_at', 'desc')
    .orderBy('account.username')
    .execute()
}

export async function deleteOldGivenUpMails(batching: Batching, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - GIVEN_UP_KEPT_DAYS * DAY_MS).toISOString()
  await deleteInBatches(batching, { table: 'given_up_mail', key: 'id', where: sql`given_up_at < ${oldest}` })
}

/** Mails that wait, and since when the oldest does. */
export async function waitingMails(db: Database): Promise<{ count: number; since: string | null }> {
  return await db
    .selectFrom('outbox')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow()
}
