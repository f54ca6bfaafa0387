import { type ExpressionBuilder, sql } from 'kysely'
import type { IsoDateTime } from '#contract/dates.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, MailKind, Schema } from '#server/db/schema.ts'
import type { MailFailure } from '#contract/client.ts'

const DAY_MS = 86_400_000
export const GIVEN_UP_KEPT_DAYS = 30
/** Reason of a mail that was given up without a rejection by a mail server. */
export const NOT_SENT_IN_TIME = 'not sent in time'

export interface GivenUpMail {
  givenUpAt: string
  kind: MailKind
  to: string
  practiceId: string | null
  reason: string
}

/** Returns the mails that could not be sent, latest first. */
export async function givenUpMails(db: Database): Promise<GivenUpMail[]> {
  return await db
    .selectFrom('given_up_mail as mail')
    .leftJoin('account', 'account.id', 'mail.account_id')
    .select((row) => [
      row.fn.coalesce('mail.address', 'account.username', sql.lit('')).as('to'),
      'mail.given_up_at as givenUpAt',
      'mail.kind',
      'mail.practice_id as practiceId',
      'mail.reason',
    ])
    .orderBy('mail.given_up_at', 'desc')
    .orderBy('to')
    .execute()
}

export async function deleteOldGivenUpMails(batching: Batching, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - GIVEN_UP_KEPT_DAYS * DAY_MS).toISOString()
  await deleteInBatches(batching, { table: 'given_up_mail', key: 'id', where: sql`given_up_at < ${oldest}` })
}

export interface WaitingMails {
  count: number
  /** When the oldest mail was queued; null if there is none. */
  since: IsoDateTime | null
  /** Number of mails that the sending limits of the practice defer; not part of `count`. */
  deferred: number
}

export async function waitingMails(db: Database, now: Date): Promise<WaitingMails> {
  const { all, ...due } = await db
    .selectFrom('outbox')
    .select((row) => [
      row.fn.countAll<number>().as('all'),
      row.fn
        .count<number>('id')
        .filterWhere((mail) => isDue(mail, now))
        .as('count'),
      row.fn
        .min<IsoDateTime | null>(row.fn.coalesce('not_before', 'created_at'))
        .filterWhere((mail) => isDue(mail, now))
        .as('since'),
    ])
    .executeTakeFirstOrThrow()
  return { ...due, deferred: all - due.count }
}

const isDue = (row: ExpressionBuilder<Schema, 'outbox'>, now: Date) =>
  row.or([row('not_before', 'is', null), row('not_before', '<=', now.toISOString())])

/** Returns a failure that the portal can translate, by the enhanced code (RFC 3463) if the mail server has sent one. */
export function mailFailureOf(reason: string): MailFailure {
  if (reason === NOT_SENT_IN_TIME) return 'not-sent'
  if (/\b[45]\.1\.\d/.test(reason)) return 'unknown-address'
  if (/\b[45]\.2\.2\b|^552\b/.test(reason)) return 'mailbox-full'
  return 'refused'
}
