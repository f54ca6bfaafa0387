import type { EventData } from '#contract/schemas/webhook.ts'
import type { EventType } from '#contract/webhook.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'

export interface PortalEvent {
  type: EventType
  data: EventData
  now: Date
}

/**
 * Transactional outbox: queues events in the caller's transaction, for each endpoint of the practice that wants the
 * type. `deliverWebhooks` sends them after the commit. Events of one client are queued in order, because their writers
 * lock the client.
 */
export async function queueEvents(trx: DatabaseTransaction, events: readonly PortalEvent[]): Promise<void> {
  if (events.length === 0) return
  const endpoints = await trx
    .selectFrom('webhook_endpoint')
    .select(['id', 'practice_id as practiceId', 'types'])
    .where('practice_id', 'in', [...new Set(events.map(({ data }) => data.practiceId))])
    .orderBy('id')
    .execute()
  const rows = events.flatMap(({ type, data, now }) => {
    const event_id = crypto.randomUUID()
    return endpoints
      .filter(({ practiceId, types }) => practiceId === data.practiceId && types.split(' ').includes(type))
      .map(({ id }) => ({
        endpoint_id: id,
        event_id,
        type,
        at: now.toISOString(),
        subject_uuid: data.clientId ?? null,
        data: JSON.stringify(data),
        state: 'waiting' as const,
      }))
  })
  if (rows.length > 0) await trx.insertInto('webhook_delivery').values(rows).execute()
}
