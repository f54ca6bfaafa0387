import { findRow, getRow } from '#server/db/one-row.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { sql } from 'kysely'
import { unseenBefore } from '#contract/request-rules.ts'
import { parseStored } from '#server/db/stored.ts'
import type { DatabaseTransaction, MailDetails, MailKind, RequestTable } from '#server/db/schema.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isConfirmedMailbox } from '#server/mail/mailbox-link.ts'
import { queueMail, queueMails } from '#server/mail/outbox.ts'
import { mailMailboxConfirmation } from './mailbox.ts'
import { localDay } from '#contract/zone.ts'
import { notifyAdmins } from '#server/notices/admin-changes.ts'
import type { Ports } from '#server/ports.ts'
import { requestSettingsOf } from '#server/practice/request-settings.ts'
import { isUnseen, waitsSince } from '#server/practice/waiting-requests.ts'

/** Minimum time between two mails about new requests, in milliseconds. */
const MAIL_INTERVAL_MS = 15 * 60_000
/** Time of day, in milliseconds after midnight, from which the daily mail about unseen requests may be sent. */
const DAILY_MAIL_FROM_MS = 8 * HOUR_MS

/**
 * Queues notifications to practices. New requests cause at most one mail per quarter of an hour; overdue unseen
 * requests cause one mail per day.
 * The transaction of a mail records the notification, so that only one of several servers sends it.
 */
export async function notifyPractices(ports: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  for (const practiceId of await withNews(db)) await inTransaction(db, (trx) => notifyOfNew(trx, practiceId, now))
  const today = localDay(now)
  if (localDay(new Date(now.getTime() - DAILY_MAIL_FROM_MS)) !== today) return
  for (const practiceId of await withUnseen(db, today, now))
    await inTransaction(db, (trx) => notifyOfUnseen(trx, practiceId, { today, now }))
}

type Db = Pick<Ports, 'db'>['db']

/** Returns practices with requests changed since the last check. */
async function withNews(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('request_number')
    .innerJoin('practice', 'practice.id', 'request_number.practice_id')
    .leftJoin('request_notice', 'request_notice.practice_id', 'request_number.practice_id')
    .select('request_number.practice_id as practiceId')
    .where('practice.locked', '=', 0)
    .where((row) => row('request_number.number', '>', row.fn.coalesce('request_notice.told_number', sql<number>`0`)))
    .execute()
  return rows.map(({ practiceId }) => practiceId)
}

async function notifyOfNew(trx: DatabaseTransaction, practiceId: string, now: Date): Promise<void> {
  const { told_number: notifiedNumber, told_at: notifiedAt } = await lockNotice(trx, practiceId)
  if (notifiedAt !== null && Math.abs(now.getTime() - Date.parse(notifiedAt)) < MAIL_INTERVAL_MS) return
  // A queued mail will include these requests when it is sent.
  const waits = await findRow(trx, 'outbox', { practice_id: practiceId, kind: 'requests-new' }, ['id'])
  if (waits) return
  // Read before the requests: all lower numbers are committed.
  const { number } = await getRow(trx, 'request_number', { practice_id: practiceId }, ['number'])
  // A further message in the same turn changes only the number, and causes no further mail.
  const isNew = await unseen(trx, practiceId)
    .where((row) => row(row.fn.coalesce('request.turn_number', 'request.number'), '>', notifiedNumber))
    .executeTakeFirst()
  await trx
    .updateTable('request_notice')
    .set({ told_number: number, ...(isNew && { told_at: now.toISOString() }) })
    .where('practice_id', '=', practiceId)
    .execute()
  if (isNew) await queueToPractice(trx, { kind: 'requests-new', practiceId, now })
}

/** Returns practices with overdue unseen requests that were not notified today. */
async function withUnseen(db: Db, today: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('request_number')
    .innerJoin('practice', 'practice.id', 'request_number.practice_id')
    .leftJoin('request_notice', 'request_notice.practice_id', 'request_number.practice_id')
    .leftJoin('request_settings', 'request_settings.practice_id', 'request_number.practice_id')
    .select((row) => [
      'request_number.practice_id as practiceId',
      'request_settings.data',
      row
        .selectFrom('request')
        .innerJoin('client', 'client.uuid', 'request.client_uuid')
        .select(waitsSince.as('since'))
        .whereRef('request.practice_id', '=', 'request_number.practice_id')
        .where(isUnseen)
        .where('client.registered', '=', 1)
        .orderBy(waitsSince)
        .limit(1)
        .as('oldest'),
    ])
    .where('practice.locked', '=', 0)
    .where((row) =>
      row.or([row('request_notice.overdue_told_on', 'is', null), row('request_notice.overdue_told_on', '<>', today)]),
    )
    .execute()
  return rows
    .filter(({ oldest, data }) => {
      if (oldest === null) return false
      return (
        oldest < unseenBefore(now, data === null ? undefined : parseStored('requestSettings', data)?.seenWithinDays)
      )
    })
    .map(({ practiceId }) => practiceId)
}

async function notifyOfUnseen(
  trx: DatabaseTransaction,
  practiceId: string,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  const { overdue_told_on: notifiedOn } = await lockNotice(trx, practiceId)
  if (notifiedOn === today) return
  await trx
    .updateTable('request_notice')
    .set({ overdue_told_on: today })
    .where('practice_id', '=', practiceId)
    .execute()
  await queueToPractice(trx, { kind: 'requests-unseen', practiceId, now })
}

/** Locks and returns the row that records which notifications a practice has had. */
const lockNotice = (trx: DatabaseTransaction, practiceId: string) =>
  trx
    .insertInto('request_notice')
    .values({ practice_id: practiceId, told_number: 0 })
    .onConflict((conflict) =>
      conflict.column('practice_id').doUpdateSet((row) => ({ told_number: row.ref('request_notice.told_number') })),
    )
    .returning(['told_number', 'told_at', 'overdue_told_on'])
    .executeTakeFirstOrThrow()

const unseen = (trx: DatabaseTransaction, practiceId: string) =>
  trx
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .select('request.uuid')
    .where('request.practice_id', '=', practiceId)
    .where(isUnseen)
    .where('client.registered', '=', 1)

/** Queues a mail to the practice's confirmed notification address, or else to its admins. */
export async function queueToPractice(
  trx: DatabaseTransaction,
  mail: { kind: MailKind; practiceId: string; details?: MailDetails; now: Date },
): Promise<void> {
  const { mailTo } = await requestSettingsOf(trx, mail.practiceId)
  if (!mailTo) return await notifyAdmins(trx, mail)
  const mailbox = { practiceId: mail.practiceId, address: mailTo }
  if (await isConfirmedMailbox(trx, mailbox)) return void (await queueMail(trx, { ...mail, address: mailTo }))
  // A server of the previous version has stored this e-mail address without confirmation.
  await mailMailboxConfirmation(trx, mailbox, { now: mail.now, onlyOnce: true })
  await notifyAdmins(trx, mail)
}

/** Mails the owner that the practice has written. Does nothing if the account was deleted meanwhile. */
export async function notifyOwner(
  trx: DatabaseTransaction,
  request: Pick<RequestTable, 'uuid' | 'account_id' | 'practice_id' | 'client_uuid'>,
  { isAsked, now }: { isAsked: boolean; now: Date },
): Promise<void> {
  const { uuid: requestId, account_id: accountId, practice_id: practiceId, client_uuid: clientId } = request
  const account = await trx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) return
  const details = { requestId, clientId }
  await queueMails(trx, [{ kind: isAsked ? 'request-asked' : 'request-answered', accountId, practiceId, details, now }])
}
