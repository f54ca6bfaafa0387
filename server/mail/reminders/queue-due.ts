import type { ExpressionBuilder } from 'kysely'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { bookedFor } from '#server/appointments/queries.ts'
import { isPostgres } from '#server/db/engine.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { Bit, DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Ports } from '#server/ports.ts'
import { queueMails } from '../outbox.ts'
import { dueReminders, mailedClients, oldestDue, weekOf } from './due.ts'

/** Subscriptions per transaction, so that other writers wait for milliseconds only. */
const BATCH_SIZE = 100
const ROWS = 1000
/** Limit of queued reminder mails, which keeps the query for other mails fast. */
const MAX_WAITING = 1000
/** Mails are queued on the first days of a week only, to keep a distance to the next mail. */
const DAYS_OF_WEEK = 3

/**
 * Queues the mail of this week for every subscriber who has not had it. The transaction of each mail records the
 * progress, so that the run can stop and continue at any batch, on any number of servers.
 */
export async function queueDueReminders(
  ports: Pick<Ports, 'db' | 'clock' | 'stopping'>,
  { maxWaiting = MAX_WAITING } = {},
): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  const { monday, day } = weekOf(now)
  if (day >= DAYS_OF_WEEK) return
  await inBatches(ports, async () => {
    const { waiting } = await db
      .selectFrom('outbox')
      .select((row) => row.fn.countAll<number>().as('waiting'))
      .where('kind', '=', 'reminders')
      .executeTakeFirstOrThrow()
    if (waiting >= maxWaiting) return 'last'
    const handled = await inTransaction(db, (trx) => queueBatch(trx, { monday, now }))
    return handled < BATCH_SIZE ? 'last' : 'more'
  })
}

/** Returns how many subscriptions were processed. */
async function queueBatch(trx: DatabaseTransaction, { monday, now }: { monday: IsoDate; now: Date }): Promise<number> {
  const taken = await trx
    .selectFrom('reminder_subscription')
    .select('client_uuid')
    .where((row) => isBehind(row, monday))
    .limit(BATCH_SIZE)
    // Skips the rows that another server is processing.
    .$if(isPostgres(trx), (query) => query.forUpdate().skipLocked())
    .execute()
  if (taken.length === 0) return 0
  const ids = taken.map(({ client_uuid: id }) => id)
  await trx.updateTable('reminder_subscription').set({ week: monday }).where('client_uuid', 'in', ids).execute()
  const owners = await mailedClients(trx)
    .select(['client.uuid', 'client.practice_id as practiceId', 'subscription.account_id as accountId'])
    .where('subscription.client_uuid', 'in', ids)
    .execute()
  const withNews = await recordNewlyDue(trx, { clientIds: owners.map(({ uuid }) => uuid), now })
  await queueMails(
    trx,
    owners
      .filter(({ uuid }) => withNews.has(uuid))
      .map(({ uuid: clientId, practiceId, accountId }) => ({
        kind: 'reminders',
        accountId,
        practiceId,
        details: { clientId },
        now,
      })),
  )
  return taken.length
}

/** Matches subscriptions not processed this week. A week after the next one was written by a clock that was ahead. */
const isBehind = (row: ExpressionBuilder<Schema, 'reminder_subscription'>, monday: IsoDate) =>
  row.or([row('week', '<', monday), row('week', '>', addDays(monday, 7))])

/**
 * Records the reminders that became due since the last mail of a client, once when upcoming and once when late. Returns the clients
 * that have any.
 */
async function recordNewlyDue(
  trx: DatabaseTransaction,
  { clientIds, now }: { clientIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string>> {
  if (clientIds.length === 0) return new Set()
  const today = localDay(now)
  await trx
    .deleteFrom('mailed_reminder')
    .where('client_uuid', 'in', clientIds)
    .where('date', '<', oldestDue(today))
    .execute()
  // A booked reminder is mailed again if its appointment is cancelled.
  await trx
    .deleteFrom('mailed_reminder')
    .where('client_uuid', 'in', clientIds)
    .where('uuid', 'in', (query) =>
      query
        .selectFrom('reminder')
        .select('reminder.uuid')
        .where('reminder.client_uuid', 'in', clientIds)
        .where(bookedFor(trx, now), 'is not', null),
    )
    .execute()
  const due = await dueReminders(trx, now)
    .leftJoin('mailed_reminder as mailed', (join) =>
      join
        .onRef('mailed.client_uuid', '=', 'reminder.client_uuid')
        .onRef('mailed.uuid', '=', 'reminder.uuid')
        .onRef('mailed.date', '=', 'reminder.date'),
    )
    .select(['reminder.client_uuid', 'reminder.uuid', 'reminder.date', 'mailed.late'])
    .where('reminder.client_uuid', 'in', clientIds)
    .execute()
  const news = due.flatMap(({ late: mailedLate, ...reminder }) => {
    const late: Bit = reminder.date < today ? 1 : 0
    return mailedLate === null || mailedLate < late ? [{ ...reminder, late }] : []
  })
  for (let from = 0; from < news.length; from += ROWS) {
    await trx
      .insertInto('mailed_reminder')
      .values(news.slice(from, from + ROWS))
      .onConflict((conflict) =>
        conflict
          .columns(['client_uuid', 'uuid'])
          .doUpdateSet((row) => ({ date: row.ref('excluded.date'), late: row.ref('excluded.late') })),
      )
      .execute()
  }
  return new Set(news.map(({ client_uuid: id }) => id))
}
