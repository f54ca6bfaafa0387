import { DAY_MS, HOUR_MS, MINUTE_MS, momentAfter } from '#contract/dates.ts'
import { EVENT_DAYS, RETRY_DAYS, TEST_EVENT, type WebhookReason } from '#contract/webhook.ts'
import type { EventData } from '#contract/schemas/webhook.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { writeAudit } from '#server/access-log/write.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { type SharedClock, sharedNow } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { parseStored } from '#server/db/stored.ts'
import { withoutMessage } from '#server/http/problem.ts'
import { announceChange } from '#server/notices/admin-changes.ts'
import type { Ports, WebhookResponse } from '#server/ports.ts'
import { backOffMs } from '#server/queue/back-off.ts'
import { createDrain, isExpired } from '#server/queue/lease.ts'
import { createWebhookSealer, signedHeaders } from './secrets.ts'

/** Longer than an attempt may take. After a crash, another server sends to the endpoint after this time. */
const LEASE_MS = MINUTE_MS
const RETRY = { firstMs: MINUTE_MS, maxMs: HOUR_MS }
/** Longest delay that a response may ask for. */
const MAX_RETRY_AFTER_MS = DAY_MS
const GONE = 410

type Endpoint = Selectable<Schema['webhook_endpoint']>
type Delivering = SharedClock &
  Pick<Ports, 'db' | 'log' | 'stopping' | 'webhooks' | 'secret' | 'formerSecret' | 'clock'>

/**
 * Sends waiting events. Each endpoint has its own queue: a slow endpoint does not delay others. Its events are sent one
 * at a time, in the order of the queue; while one fails, the later ones wait. A lease keeps other servers away.
 */
export async function deliverWebhooks(ports: Delivering): Promise<void> {
  if (!ports.webhooks) return
  const due = await ports.db
    .selectFrom('webhook_endpoint as e')
    .select('e.id')
    .where('e.state', '=', 'active')
    .where(isDue(await sharedNow(ports)))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_delivery as d')
          .select('d.id')
          .whereRef('d.endpoint_id', '=', 'e.id')
          .where('d.state', '=', 'waiting'),
      ),
    )
    .execute()
  await Promise.all(due.map(({ id }) => drainEndpoint({ ...ports, endpointId: id })))
}

const isDue = (now: Date) =>
  sql<SqlBool>`${isExpired('lease_until', { now, maxMs: LEASE_MS })}
    and ${isExpired('not_before', { now, maxMs: MAX_RETRY_AFTER_MS })}`

const queues = new WeakMap<Database, Map<string, object>>()

const drainEndpoint = createDrain<Delivering & { endpointId: string }>({
  queueOf({ db, endpointId }) {
    const ofDatabase = queues.get(db) ?? new Map<string, object>()
    queues.set(db, ofDatabase)
    const queue = ofDatabase.get(endpointId) ?? {}
    ofDatabase.set(endpointId, queue)
    return queue
  },
  async pass(ports) {
    while (!ports.stopping?.aborted && (await deliverNext(ports, ports.endpointId))) await Promise.resolve()
  },
  failed: ({ log }, error) => log('error', 'webhooks-failed', withoutMessage(error)),
})

/** Sends the first waiting event of an endpoint. Returns whether the next one may be sent. */
async function deliverNext(ports: Delivering, endpointId: string): Promise<boolean> {
  const { db } = ports
  const now = await sharedNow(ports)
  const lease = momentAfter(now, LEASE_MS)
  const endpoint = await db
    .updateTable('webhook_endpoint')
    .set({ lease_until: lease })
    .where('id', '=', endpointId)
    .where('state', '=', 'active')
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst()
  if (!endpoint) return false
  const next = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id as eventId', 'type', 'at', 'data'])
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const release = () =>
    db
      .updateTable('webhook_endpoint')
      .set({ lease_until: null })
      .where('id', '=', endpointId)
      .where('lease_until', '=', lease)
      .execute()
  const data = next && parseStored('eventData', next.data)
  if (!data) {
    if (next) await db.updateTable('webhook_delivery').set({ state: 'skipped' }).where('id', '=', next.id).execute()
    await release()
    return next !== undefined
  }
  const response = await send(ports, endpoint, { ...next, data, now })
  // An attempt that the stop of the server interrupted does not count.
  if (response?.error && ports.stopping?.aborted) {
    await release()
    return false
  }
  return await record(ports, { endpoint, lease, deliveryId: next.id, response, now: await sharedNow(ports) })
}

interface Message {
  eventId: string
  type: string
  at: string
  data: EventData
  now: Date
}

/** Sends an event to an endpoint. Returns undefined if the secret of the endpoint cannot be read. */
async function send(
  ports: Pick<Delivering, 'webhooks' | 'secret' | 'formerSecret' | 'clock'>,
  { id, url, secret, former_secret: former, former_until: until }: Endpoint,
  { eventId, type, at, data, now }: Message,
): Promise<WebhookResponse | undefined> {
  const sealer = createWebhookSealer(ports)
  const current = await sealer.open(secret, id)
  if (current === undefined || !ports.webhooks) return undefined
  const earlier =
    former !== null && until !== null && now.toISOString() < until ? await sealer.open(former, id) : undefined
  const body = JSON.stringify({ type, timestamp: at, data })
  const signed = await signedHeaders([current, ...(earlier === undefined ? [] : [earlier])], { id: eventId, body, now })
  return await ports.webhooks.post(url, {
    headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'Dierenportaal-Webhooks/1' },
    body,
  })
}

const isDelivered = ({ status }: WebhookResponse): boolean => status !== undefined && status >= 200 && status < 300

const columnsOf = ({ status, error, ms, excerpt }: WebhookResponse, now: Date) => ({
  tried_at: now.toISOString(),
  status: status ?? null,
  error: error ?? null,
  ms,
  excerpt: excerpt || null,
})

interface Attempt {
  endpoint: Endpoint
  /** End of this server's lease, which identifies the lease. */
  lease: string
  deliveryId: number
  response: WebhookResponse | undefined
  now: Date
}

/** Records an attempt, and disables an endpoint that is gone or has failed for `RETRY_DAYS`. */
async function record(
  { db, log }: Delivering,
  { endpoint, lease, deliveryId, response, now }: Attempt,
): Promise<boolean> {
  const { id, practice_id: practiceId, name } = endpoint
  const isDone = response !== undefined && isDelivered(response)
  const reason = isDone ? undefined : reasonOf(endpoint, response, now)
  const isHeld = await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhook_endpoint')
      .set({
        lease_until: null,
        ...(isDone ? { failures: 0, failing_since: null, not_before: null } : failureOf(endpoint, response, now)),
        ...(reason && { state: 'disabled' as const, reason }),
      })
      .where('id', '=', id)
      .where('lease_until', '=', lease)
      .executeTakeFirst()
    // After the end of the lease, another server has sent the event again. Only a success still counts.
    if (response && (numUpdatedRows > 0n || isDone))
      await trx
        .updateTable('webhook_delivery')
        .set((row) => ({
          ...columnsOf(response, now),
          attempts: row('attempts', '+', 1),
          ...(isDone && { state: 'delivered' as const }),
        }))
        .where('id', '=', deliveryId)
        .where('state', '=', 'waiting')
        .execute()
    if (numUpdatedRows > 0n && reason) {
      await announceChange(trx, 'webhook-disabled', { practiceId, keys: [name], now })
      await writeAudit(trx, { practiceId, action: 'webhook-disabled', details: { webhook: name }, now })
    }
    return numUpdatedRows > 0n
  })
  const fields = { endpoint: id, status: response?.status, error: response?.error, ms: response?.ms }
  if (isDone) log('info', 'webhook-sent', fields)
  else log('warn', 'webhook-not-sent', fields)
  if (reason) log('warn', 'webhook-disabled', { ...fields, reason })
  return isDone && isHeld
}

function failureOf({ failures, failing_since: since }: Endpoint, response: WebhookResponse | undefined, now: Date) {
  const asked = Math.min(response?.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
  const waitMs = Math.max(backOffMs(failures + 1, RETRY), asked)
  return { failures: failures + 1, failing_since: since ?? now.toISOString(), not_before: momentAfter(now, waitMs) }
}

function reasonOf(
  { failing_since: since }: Endpoint,
  response: WebhookResponse | undefined,
  now: Date,
): WebhookReason | undefined {
  if (!response) return 'secret-lost'
  if (response.status === GONE) return 'gone'
  return since !== null && now.getTime() - Date.parse(since) >= RETRY_DAYS * DAY_MS ? 'failed' : undefined
}

/** Sends a test event at once, past the queue, and lists it. Returns undefined if the secret cannot be read. */
export async function sendTest(
  ports: Pick<Delivering, 'db' | 'webhooks' | 'secret' | 'formerSecret' | 'clock'>,
  endpoint: Endpoint,
  now: Date,
): Promise<number | undefined> {
  const data = { practiceId: endpoint.practice_id }
  const message = { eventId: crypto.randomUUID(), type: TEST_EVENT, at: now.toISOString(), data, now }
  const response = await send(ports, endpoint, message)
  if (!response) return undefined
  const { id } = await ports.db
    .insertInto('webhook_delivery')
    .values({
      endpoint_id: endpoint.id,
      event_id: message.eventId,
      type: message.type,
      at: message.at,
      subject_uuid: null,
      data: JSON.stringify(data),
      state: isDelivered(response) ? 'delivered' : 'failed',
      attempts: 1,
      ...columnsOf(response, now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes old events, and former secrets that no longer sign. */
export async function deleteOldDeliveries(batching: Batching, now: Date): Promise<void> {
  await batching.db
    .updateTable('webhook_endpoint')
    .set({ former_secret: null, former_until: null })
    .where('former_until', '<=', now.toISOString())
    .execute()
  await deleteInBatches(batching, {
    table: 'webhook_delivery',
    key: 'id',
    where: sql<SqlBool>`at < ${momentAfter(now, -EVENT_DAYS * DAY_MS)}`,
  })
}
