import { HOUR_MS, momentAfter } from '#contract/dates.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { Delivery, NewWebhook, Webhook, WebhookRequest } from '#contract/schemas/webhook.ts'
import { EVENT_TYPE_NAMES, FORMER_SECRET_HOURS, MAX_WEBHOOKS, TEST_EVENT } from '#contract/webhook.ts'
import type { AuditAction } from '#contract/access-log.ts'
import type { Selectable } from 'kysely'
import { writeAudit } from '#server/access-log/write.ts'
import type { Identity } from '#server/context.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { countLocked, inTransaction } from '#server/db/transaction.ts'
import type { Secrets } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { announceChange } from '#server/notices/admin-changes.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { createWebhookSealer, makeSecret } from './secrets.ts'

export type Endpoint = Selectable<Schema['webhook_endpoint']>
type Row = Endpoint & { waiting: number }

interface ByAdmin {
  practiceId: string
  by: Identity
  now: Date
}
type OfEndpoint = ByAdmin & { webhookId: string }

const withWaiting = (db: Database, practiceId: string) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll('webhook_endpoint')
    .select((row) =>
      row
        .selectFrom('webhook_delivery as d')
        .select((each) => each.fn.countAll<number>().as('waiting'))
        .whereRef('d.endpoint_id', '=', 'webhook_endpoint.id')
        .where('d.state', '=', 'waiting')
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
    .where('practice_id', '=', practiceId)

export async function endpointsOf(db: Database, practiceId: string): Promise<Webhook[]> {
  const rows = await withWaiting(db, practiceId).orderBy('made_at').orderBy('id').execute()
  return rows.map(toWebhook)
}

export async function endpointOf(
  db: Database,
  { practiceId, webhookId }: Pick<OfEndpoint, 'practiceId' | 'webhookId'>,
) {
  const row = await withWaiting(db, practiceId).where('id', '=', webhookId).executeTakeFirst()
  if (!row) throw new ProblemError('not-found')
  return row
}

export function toWebhook(row: Row): Webhook {
  const types = row.types.split(' ')
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    types: EVENT_TYPE_NAMES.filter((type) => types.includes(type)),
    state: row.state,
    madeAt: row.made_at,
    waiting: Number(row.waiting),
    ...present({
      reason: row.reason,
      formerSecretUntil: row.former_until,
      failingSince: row.failing_since,
      nextAttemptAt: row.state === 'active' ? row.not_before : null,
    }),
  }
}

const typesOf = ({ types }: Pick<WebhookRequest, 'types'>) =>
  EVENT_TYPE_NAMES.filter((type) => types.includes(type)).join(' ')

/** Adds an endpoint. Only this response and that of `renewSecret` contain the secret. */
export async function addEndpoint(
  db: Database,
  secrets: Secrets,
  { practiceId, by, now, body }: ByAdmin & { body: WebhookRequest },
): Promise<NewWebhook> {
  const [id, secret] = [crypto.randomUUID(), makeSecret()]
  const sealed = await createWebhookSealer(secrets).seal(secret, id)
  await inTransaction(db, async (trx) => {
    if ((await countLocked(trx, 'webhook_endpoint', practiceId)) >= MAX_WEBHOOKS) throw new ProblemError('conflict')
    await trx
      .insertInto('webhook_endpoint')
      .values({
        id,
        practice_id: practiceId,
        name: body.name,
        url: body.url,
        types: typesOf(body),
        state: 'active',
        reason: null,
        secret: sealed,
        former_secret: null,
        former_until: null,
        made_at: now.toISOString(),
      })
      .execute()
    await announceChange(trx, 'webhook-changed', { practiceId, by, keys: [body.name], now })
    await audit(trx, 'webhook-made', { practiceId, by, now, name: body.name })
  })
  return { ...toWebhook(await endpointOf(db, { practiceId, webhookId: id })), secret }
}

const audit = (
  trx: DatabaseTransaction,
  action: AuditAction,
  { practiceId, by, now, name }: ByAdmin & { name: string },
): Promise<void> => writeAudit(trx, { practiceId, by, action, details: { webhook: name }, now })

type Changed = Partial<Pick<Endpoint, 'name' | 'url' | 'types' | 'secret' | 'former_secret' | 'former_until'>> &
  Partial<Pick<Endpoint, 'state' | 'reason' | 'failures' | 'failing_since' | 'not_before'>>

/** Changes an endpoint in one transaction with its audit entry; `announced` also mails the admins. */
async function change(
  db: Database,
  { practiceId, webhookId, by, now }: OfEndpoint,
  { set, action, announced = false }: { set: Changed; action: AuditAction; announced?: boolean },
): Promise<Webhook> {
  await inTransaction(db, async (trx) => {
    const changed = await trx
      .updateTable('webhook_endpoint')
      .set(set)
      .where('id', '=', webhookId)
      .where('practice_id', '=', practiceId)
      .returning('name')
      .executeTakeFirst()
    if (!changed) throw new ProblemError('not-found')
    if (announced) await announceChange(trx, 'webhook-changed', { practiceId, by, keys: [changed.name], now })
    await audit(trx, action, { practiceId, by, now, name: changed.name })
  })
  return toWebhook(await endpointOf(db, { practiceId, webhookId }))
}

export const isUnchanged = ({ name, url, types }: Endpoint, body: WebhookRequest): boolean =>
  name === body.name && url === body.url && types === typesOf(body)

export const changeEndpoint = (
  db: Database,
  { body, announced, ...of }: OfEndpoint & { body: WebhookRequest; announced: boolean },
): Promise<Webhook> =>
  change(db, of, {
    set: { name: body.name, url: body.url, types: typesOf(body), not_before: null },
    action: 'webhook-changed',
    announced,
  })

/** Pauses an endpoint; or resumes it, which also tries a failing endpoint again at once. */
export const setActive = (db: Database, { active, ...of }: OfEndpoint & { active: boolean }): Promise<Webhook> =>
  change(db, of, {
    set: active
      ? { state: 'active', reason: null, failures: 0, failing_since: null, not_before: null }
      : { state: 'paused', reason: null },
    action: active ? 'webhook-resumed' : 'webhook-paused',
  })

/** Replaces the secret. The former one signs too for `FORMER_SECRET_HOURS`. */
export async function renewSecret(db: Database, secrets: Secrets, of: OfEndpoint): Promise<NewWebhook> {
  const { id, secret: former } = await endpointOf(db, of)
  const secret = makeSecret()
  const set = {
    secret: await createWebhookSealer(secrets).seal(secret, id),
    former_secret: former,
    former_until: momentAfter(of.now, FORMER_SECRET_HOURS * HOUR_MS),
  }
  return { ...(await change(db, of, { set, action: 'webhook-secret-made', announced: true })), secret }
}

export async function removeEndpoint(db: Database, { practiceId, webhookId, by, now }: OfEndpoint): Promise<void> {
  await inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('webhook_endpoint')
      .where('id', '=', webhookId)
      .where('practice_id', '=', practiceId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new ProblemError('not-found')
    await audit(trx, 'webhook-removed', { practiceId, by, now, name: removed.name })
  })
}

const toDelivery = (row: Selectable<Schema['webhook_delivery']>): Delivery => ({
  id: String(row.id),
  eventId: row.event_id,
  type: row.type,
  at: row.at,
  state: row.state,
  attempts: row.attempts,
  ...present({ triedAt: row.tried_at, status: row.status, error: row.error, ms: row.ms, excerpt: row.excerpt }),
})

export async function deliveriesOf(db: Database, webhookId: string, { page, size }: Paging): Promise<Page<Delivery>> {
  const ofEndpoint = db.selectFrom('webhook_delivery').where('endpoint_id', '=', webhookId)
  const { total } = await ofEndpoint.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await ofEndpoint
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: rows.map(toDelivery), page: pageInfo(page, size, Number(total)) }
}

export async function deliveryOf(db: Database, webhookId: string, deliveryId: string | number): Promise<Delivery> {
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('endpoint_id', '=', webhookId)
    .where('id', '=', idOf(deliveryId))
    .executeTakeFirst()
  if (!row) throw new ProblemError('not-found')
  return toDelivery(row)
}

function idOf(text: string | number): number {
  const id = Number(text)
  if (!/^\d{1,15}$/.test(String(text)) || !Number.isSafeInteger(id)) throw new ProblemError('not-found')
  return id
}

/** Which deliveries of an endpoint to queue again or to skip. */
type Chosen = { deliveryId: string } | { since: string } | 'waiting'

/** Queues events again, or leaves out waiting events. Returns their number. */
export async function moveDeliveries(
  db: Database,
  { practiceId, webhookId, by, now }: OfEndpoint,
  { chosen, state }: { chosen: Chosen; state: 'waiting' | 'skipped' },
): Promise<number> {
  return await inTransaction(db, async (trx) => {
    const { name } = await endpointOf(trx, { practiceId, webhookId })
    const { numUpdatedRows } = await trx
      .updateTable('webhook_delivery')
      .set({ state })
      .where('endpoint_id', '=', webhookId)
      .where('type', '<>', TEST_EVENT)
      .where('state', state === 'skipped' ? '=' : '<>', 'waiting')
      .$if(chosen !== 'waiting', (query) => {
        if (typeof chosen === 'string') return query
        return 'since' in chosen
          ? query.where('at', '>=', chosen.since)
          : query.where('id', '=', idOf(chosen.deliveryId))
      })
      .executeTakeFirst()
    const count = Number(numUpdatedRows)
    if (count > 0 && state === 'waiting') await audit(trx, 'webhook-replayed', { practiceId, by, now, name })
    return count
  })
}
