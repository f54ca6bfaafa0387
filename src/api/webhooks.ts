import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Delivery, NewWebhook, Webhook, WebhookRequest } from '#contract/schemas/webhook.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import {
  DELIVERY_ERRORS,
  DELIVERY_STATES,
  EVENT_TYPE_NAMES,
  WEBHOOK_REASONS,
  WEBHOOK_STATES,
} from '#contract/webhook.ts'
import * as paths from '#contract/later-paths.ts'
import { api } from './http.ts'
import { fieldOf, read } from './response-readers.ts'
import { practiceKey } from './scope.ts'

// Endpoints of other systems that receive events: beyond the specification.

/** Interval between the calls while events wait for an active endpoint. */
const POLLING_MS = 5000

const webhook = {
  id: read.requiredText,
  name: read.requiredText,
  url: read.requiredText,
  types: read.requiredItems(read.word(EVENT_TYPE_NAMES)),
  state: read.required(read.enumValue(WEBHOOK_STATES), 'active'),
  reason: read.enumValue(WEBHOOK_REASONS),
  madeAt: read.requiredMoment,
  formerSecretUntil: read.moment,
  failingSince: read.moment,
  nextAttemptAt: read.moment,
  waiting: read.requiredNumber,
}
const delivery = read.record<Delivery>({
  id: read.requiredText,
  eventId: read.requiredText,
  type: read.requiredText,
  at: read.requiredMoment,
  state: read.required(read.enumValue(DELIVERY_STATES), 'waiting'),
  attempts: read.requiredNumber,
  triedAt: read.moment,
  status: read.number,
  error: read.enumValue(DELIVERY_ERRORS),
  ms: read.number,
  excerpt: read.text,
})
const oneWebhook = read.record<Webhook>(webhook)
export const readWebhook = read.one(oneWebhook)
export const readWebhooks = read.list(oneWebhook, 'id')
export const readNewWebhook = read.one(read.record<NewWebhook>({ ...webhook, secret: read.requiredText }))
export const readDelivery = read.one(delivery)
export const readDeliveries = read.page(delivery)

const isSending = ({ state, waiting }: Webhook): boolean => state === 'active' && waiting > 0

export const webhookQueries = {
  all: (practiceId: string) => practiceKey(practiceId, 'webhooks'),
  list: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'webhooks', 'list'),
      // The panel shows its failure itself.
      queryFn: async ({ signal }) => readWebhooks(await api.get(paths.webhooks(practiceId), { signal, silent: true })),
      staleTime: 0,
    }),
  /** An endpoint; null if there is none. Refetched while it has waiting events. */
  one: (practiceId: string, webhookId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'webhooks', 'one', webhookId),
      queryFn: async ({ signal }) => {
        const response = await api.get(paths.webhook(practiceId, webhookId), { signal, nullOn404: true })
        return response === null ? null : readWebhook(response)
      },
      refetchInterval: ({ state }) => (state.data && isSending(state.data) ? POLLING_MS : false),
      staleTime: 0,
    }),
  deliveries: (practiceId: string, webhookId: string, size: number) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'webhooks', 'deliveries', webhookId, size),
      queryFn: async ({ signal }) =>
        readDeliveries(
          await api.get(paths.deliveries(practiceId, webhookId), { search: { size }, signal, silent: true }),
        ),
      refetchInterval: ({ state }) =>
        state.data?.content.some((each) => each.state === 'waiting') ? POLLING_MS : false,
      staleTime: 0,
    }),
}

const outdates = (practiceId: string) => ({ invalidates: webhookQueries.all(practiceId) })
/** The response has a secret, which the cache does not keep. */
const UNCACHED = { gcTime: 0 }

export const webhookMutations = {
  add: (practiceId: string) =>
    mutationOptions({
      mutationFn: async (request: WebhookRequest) =>
        readNewWebhook(await api.post(paths.webhooks(practiceId), { json: request, silent: true })),
      ...UNCACHED,
      meta: outdates(practiceId),
    }),
  change: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: (request: WebhookRequest) =>
        api.put(paths.webhook(practiceId, webhookId), { json: request, isUnread: true, silent: true }),
      ...UNCACHED,
      meta: outdates(practiceId),
    }),
  renewSecret: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: async (proof: FactorProof) =>
        readNewWebhook(await api.post(paths.webhookSecret(practiceId, webhookId), { json: proof, silent: true })),
      ...UNCACHED,
      meta: outdates(practiceId),
    }),
  setActive: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: (active: boolean) =>
        api.put(paths.webhookState(practiceId, webhookId), { json: { active }, isUnread: true }),
      meta: outdates(practiceId),
    }),
  test: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: async () => readDelivery(await api.post(paths.webhookTest(practiceId, webhookId))),
      meta: outdates(practiceId),
    }),
  remove: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.webhook(practiceId, webhookId)),
      meta: outdates(practiceId),
    }),
  /** Sends the events since a moment again; returns their number. */
  replaySince: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: async (since: string) =>
        read.requiredNumber(
          fieldOf(
            await api.post(paths.webhookReplay(practiceId, webhookId), { json: { since }, silent: true }),
            'count',
          ),
        ),
      meta: outdates(practiceId),
    }),
  /** Leaves out all waiting events. */
  skipAll: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.webhookWaiting(practiceId, webhookId)),
      meta: outdates(practiceId),
    }),
  replay: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: (deliveryId: string) =>
        api.post(paths.deliveryReplay(practiceId, webhookId, deliveryId), { isUnread: true }),
      meta: outdates(practiceId),
    }),
  skip: (practiceId: string, webhookId: string) =>
    mutationOptions({
      mutationFn: (deliveryId: string) => api.delete(paths.deliveryWaiting(practiceId, webhookId, deliveryId)),
      meta: outdates(practiceId),
    }),
}
