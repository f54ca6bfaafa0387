import type { Hono } from 'hono'
import { listOf } from '#contract/schemas/fields.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { factorProofSchema } from '#contract/schemas/second-factor.ts'
import {
  deliverySchema,
  newWebhookSchema,
  replayBodySchema,
  webhookBodySchema,
  webhookCountSchema,
  webhookSchema,
  webhookStateSchema,
} from '#contract/schemas/webhook.ts'
import { URL_FLAGS } from '#contract/webhook.ts'
import { PROOF_PROBLEMS, WHOLE_PROOF, createProofs } from '#server/auth/proof.ts'
import type { Env, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { paging } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { deliverWebhooks, sendTest } from './deliver.ts'
import {
  addEndpoint,
  changeEndpoint,
  deliveriesOf,
  deliveryOf,
  endpointOf,
  endpointsOf,
  isUnchanged,
  moveDeliveries,
  removeEndpoint,
  renewSecret,
  setActive,
  toWebhook,
} from './endpoints.ts'

const webhooks = '/practice/:practiceId/webhooks'
const webhook = `${webhooks}/:webhookId` as const
const deliveries = `${webhook}/deliveries` as const

export const webhookOperations = operations('Practice', {
  listWebhooks: get(webhooks, 'admin', {
    summary: 'List the endpoints that receive events',
    response: listOf(webhookSchema),
  }),
  addWebhook: post(webhooks, 'admin', {
    summary: 'Add an endpoint; returns its secret once; five at most',
    description: `Addresses in private networks are refused, and http. ${WHOLE_PROOF}`,
    body: webhookBodySchema,
    response: newWebhookSchema,
    status: 201,
    problems: PROOF_PROBLEMS,
  }),
  getWebhook: get(webhook, 'admin', { summary: 'Get an endpoint', response: webhookSchema }),
  changeWebhook: put(webhook, 'admin', {
    summary: 'Change an endpoint; another URL needs a proof',
    settings: true,
    description: WHOLE_PROOF,
    body: webhookBodySchema,
    response: webhookSchema,
    problems: PROOF_PROBLEMS,
  }),
  setWebhookActive: put(`${webhook}/state`, 'admin', {
    summary: 'Pause an endpoint, so that its events wait; or resume it, and try a failing endpoint again at once',
    body: webhookStateSchema,
    response: webhookSchema,
  }),
  renewWebhookSecret: post(`${webhook}/secret`, 'admin', {
    summary: 'Replace the secret; returns it once; the former one signs too for 24 hours',
    description: WHOLE_PROOF,
    body: factorProofSchema,
    response: newWebhookSchema,
    problems: PROOF_PROBLEMS,
  }),
  removeWebhook: remove(webhook, 'admin', { summary: 'Remove an endpoint with its waiting events' }),
  testWebhook: post(`${webhook}/test`, 'admin', {
    summary: 'Send a test event at once, and get its result',
    response: deliverySchema,
    problems: ['conflict'],
  }),
  listDeliveries: get(deliveries, 'admin', {
    summary: 'List the events of an endpoint, latest first',
    query: paging,
    response: pageOf(deliverySchema),
  }),
  replayEvents: post(`${webhook}/replay`, 'admin', {
    summary: 'Send the events since a moment again; they are kept for 30 days',
    body: replayBodySchema,
    response: webhookCountSchema,
  }),
  replayEvent: post(`${deliveries}/:deliveryId/replay`, 'admin', { summary: 'Send an event again' }),
  skipEvents: remove(`${webhook}/waiting`, 'admin', {
    summary: 'Leave out all waiting events of an endpoint',
    response: webhookCountSchema,
  }),
  skipEvent: remove(`${deliveries}/:deliveryId/waiting`, 'admin', { summary: 'Leave out a waiting event' }),
})

/** Test events of an account per minute, because each makes a call to another host. */
const TESTS_PER_MINUTE = 20

/** Routes of the endpoints of a practice, for clinic admins. */
export function webhookRoutes(services: Services): Hono<Env> {
  const { db, clock, background, webhooks: sender } = services
  const proofs = createProofs(services)
  const limitTests = createRateLimit({ clock, limit: TESTS_PER_MINUTE, windowMs: 60_000 })
  const deliver = () => background.run('webhooks', () => deliverWebhooks(services))

  async function requirePermitted(url: string): Promise<void> {
    const rejection = await sender?.rejectionOf(url)
    if (rejection === undefined) return
    const code = rejection === 'insecure' ? URL_FLAGS.insecure : URL_FLAGS.address
    throw new ProblemError('validation-failed', { errors: [{ pointer: '#/url', code }] })
  }

  return routes(services)
    .on(webhookOperations.listWebhooks, ({ practiceId }) => endpointsOf(db, practiceId))

    .on(webhookOperations.addWebhook, async ({ c, by, practiceId, now, body }) => {
      await requirePermitted(body.url)
      await proofs.requireFor(c, 'webhook-changed', body.proof)
      const made = await addEndpoint(db, services, { practiceId, by, now, body })
      sendNotices(services)
      return made
    })

    .on(webhookOperations.getWebhook, async (call) => toWebhook(await endpointOf(db, call)))

    .on(webhookOperations.changeWebhook, async ({ c, by, practiceId, webhookId, now, body }) => {
      const found = await endpointOf(db, { practiceId, webhookId })
      const isMoved = found.url !== body.url
      if (isMoved) {
        await requirePermitted(body.url)
        await proofs.requireFor(c, 'webhook-changed', body.proof)
      }
      if (isUnchanged(found, body)) return toWebhook(found)
      const changed = await changeEndpoint(db, { practiceId, webhookId, by, now, body, announced: isMoved })
      if (isMoved) sendNotices(services)
      return changed
    })

    .on(webhookOperations.setWebhookActive, async ({ by, practiceId, webhookId, now, body: { active } }) => {
      const changed = await setActive(db, { practiceId, webhookId, by, now, active })
      if (active) deliver()
      return changed
    })

    .on(webhookOperations.renewWebhookSecret, async ({ c, by, practiceId, webhookId, now, body }) => {
      await proofs.requireFor(c, 'webhook-changed', body)
      const renewed = await renewSecret(db, services, { practiceId, webhookId, by, now })
      sendNotices(services)
      return renewed
    })

    .on(webhookOperations.removeWebhook, ({ by, practiceId, webhookId, now }) =>
      removeEndpoint(db, { practiceId, webhookId, by, now }),
    )

    .on(webhookOperations.testWebhook, async ({ c, by, practiceId, webhookId, now }) => {
      const endpoint = await endpointOf(db, { practiceId, webhookId })
      limitTests(c, by.accountId)
      const id = await sendTest(services, endpoint, now)
      if (id === undefined) throw new ProblemError('conflict')
      return await deliveryOf(db, webhookId, id)
    })

    .on(webhookOperations.listDeliveries, async ({ practiceId, webhookId, query }) => {
      await endpointOf(db, { practiceId, webhookId })
      return await deliveriesOf(db, webhookId, query)
    })

    .on(webhookOperations.replayEvents, async ({ body: { since }, ...of }) => {
      const count = await moveDeliveries(db, of, { chosen: { since: new Date(since).toISOString() }, state: 'waiting' })
      deliver()
      return { count }
    })

    .on(webhookOperations.replayEvent, async ({ deliveryId, ...of }) => {
      await endpointOf(db, of)
      await deliveryOf(db, of.webhookId, deliveryId)
      await moveDeliveries(db, of, { chosen: { deliveryId }, state: 'waiting' })
      deliver()
    })

    .on(webhookOperations.skipEvents, async (of) => ({
      count: await moveDeliveries(db, of, { chosen: 'waiting', state: 'skipped' }),
    }))

    .on(webhookOperations.skipEvent, async ({ deliveryId, ...of }) => {
      await endpointOf(db, of)
      await deliveryOf(db, of.webhookId, deliveryId)
      await moveDeliveries(db, of, { chosen: { deliveryId }, state: 'skipped' })
    }).app
}
