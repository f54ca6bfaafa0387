import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, HOUR_MS } from '#contract/dates.ts'
import { ESTIMATE_REMINDER_DAYS } from '#contract/estimate.ts'
import { beginOfDay, localDay } from '#contract/zone.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { ClientRow, Database, DatabaseTransaction, EstimateTable } from '#server/db/schema.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Ports } from '#server/ports.ts'
import { queueToPractice } from '#server/requests/notify.ts'
import { eventOf, mailOwner } from './follow.ts'
import { numberEstimates } from './number.ts'
import { isLapsedOn, isOpenOn } from '#server/db/estimate-state.ts'

const BATCH_SIZE = 100
/** Time of day, in milliseconds after midnight, from which reminders may be sent. */
const REMINDERS_FROM_MS = 8 * HOUR_MS

/**
 * Records the estimates that have lapsed, and reminds owners and practices of those that soon will. The transaction
 * that locks the client marks an estimate, so that only one of several servers follows it.
 */
export async function followDueEstimates(ports: Pick<Ports, 'db' | 'clock' | 'stopping'>): Promise<void> {
  const now = await earlierTime(ports)
  const today = localDay(now)
  await each(ports, hasLapsed(today), (trx, due) => recordLapse(trx, due, now))
  if (localDay(new Date(now.getTime() - REMINDERS_FROM_MS)) !== today) return
  await each(ports, isEnding(today), (trx, due) => remind(trx, due, now))
}

const hasLapsed = (today: string) => sql<SqlBool>`estimate.lapsed = 0 and ${isLapsedOn(today)}`

/** An estimate that was sent today needs no reminder yet. */
const isEnding = (today: string) => sql<SqlBool>`estimate.lapsed = 0 and estimate.reminded = 0 and ${isOpenOn(today)}
  and estimate.valid_until <= ${addDays(today, ESTIMATE_REMINDER_DAYS)}
  and coalesce(estimate.changed_at, estimate.sent_at) < ${beginOfDay(today)}`

interface Due {
  estimate: EstimateTable
  client: ClientRow
}

const dueOf = (db: Database, condition: RawBuilder<SqlBool>) =>
  db
    .selectFrom('estimate')
    .innerJoin('practice', 'practice.id', 'estimate.practice_id')
    .selectAll('estimate')
    .where('practice.locked', '=', 0)
    .where('estimate.hash', 'is not', null)
    .where(condition)

async function each(
  ports: Pick<Ports, 'db' | 'stopping'>,
  condition: RawBuilder<SqlBool>,
  follow: (trx: DatabaseTransaction, due: Due) => Promise<void>,
): Promise<void> {
  await inBatches(ports, async () => {
    const found = await dueOf(ports.db, condition).limit(BATCH_SIZE).execute()
    for (const { uuid, client_uuid: clientId } of found)
      await inTransaction(ports.db, async (trx) => {
        const client = await lockClientRow(trx, clientId)
        // Read again with the lock: the owner may have answered, or another server may have been first.
        const estimate = await dueOf(trx, condition).where('estimate.uuid', '=', uuid).executeTakeFirst()
        if (client && estimate) await follow(trx, { estimate, client })
      })
    return found.length < BATCH_SIZE ? 'last' : 'more'
  })
}

async function recordLapse(trx: DatabaseTransaction, { estimate: { uuid }, client }: Due, now: Date): Promise<void> {
  await trx.updateTable('estimate').set({ lapsed: 1, number: 0 }).where('uuid', '=', uuid).execute()
  await writeAudit(trx, eventOf(client, uuid, { action: 'estimate-lapsed', now }))
  await numberEstimates(trx)
}

async function remind(trx: DatabaseTransaction, { estimate: { uuid }, client }: Due, now: Date): Promise<void> {
  await trx.updateTable('estimate').set({ reminded: 1 }).where('uuid', '=', uuid).execute()
  await mailOwner(trx, client, { kind: 'estimate-ending', estimateId: uuid, now })
  // The mail counts the estimates when it is sent. A mail that still waits covers this one too.
  await queueToPractice(trx, { kind: 'estimates-ending', practiceId: client.practice_id, now })
}
