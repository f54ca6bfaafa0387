import type { AuditAction } from './access-log.ts'
import { typedKeys } from './values.ts'

interface EventRule {
  /** Entries of the audit trail that cause the event, in the transaction of the change. */
  on: readonly AuditAction[]
}

/**
 * Every type of event, in the notation of Standard Webhooks. A new type needs a row here and texts in
 * `admin.webhooks.types`. Released names never change. A type without an audit action is queued by its writer.
 */
export const EVENT_TYPES = {
  'request.sent': { on: ['request-sent'] },
  'request.seen': { on: [] },
  'request.changed': { on: ['photo-removed'] },
  'request.withdrawn': { on: ['request-withdrawn'] },
  'request.message_from_owner': { on: ['request-message-sent'] },
  'request.message_from_practice': { on: ['request-message-written'] },
  'request.reopened': { on: ['request-reopened'] },
  'request.ended': { on: ['request-ended'] },
  'request.answered': { on: ['request-answered'] },
  'request.declined': { on: ['request-declined'] },
  'form.asked': { on: ['form-asked'] },
  'form.cancelled': { on: ['form-cancelled'] },
  'form.completed': { on: ['form-completed'] },
  'consent.given': { on: ['consent-given'] },
  'consent.withdrawn': { on: ['consent-withdrawn'] },
  'appointment.questions_changed': { on: ['questions-changed'] },
  'estimate.sent': { on: ['estimate-sent'] },
  'estimate.changed': { on: ['estimate-changed'] },
  'estimate.accepted': { on: ['estimate-accepted'] },
  'estimate.declined': { on: ['estimate-declined'] },
  'estimate.withdrawn': { on: ['estimate-withdrawn'] },
  'estimate.lapsed': { on: ['estimate-lapsed'] },
  'client.registered': { on: ['registered'] },
  'client.activated': { on: ['activated'] },
  'client.locked': { on: ['locked'] },
  'client.unlocked': { on: ['unlocked'] },
  'client.email_change_requested': { on: ['email-change-asked'] },
  'client.email_change_ended': { on: ['email-change-ended'] },
  'client.email_changed': { on: ['email-changed'] },
  'client.merged': { on: ['merged'] },
  'client.removed': { on: ['deleted'] },
  'client.erased': { on: ['erased'] },
  'clients.removed': { on: ['deleted-all'] },
  'clients.restored': { on: ['removal-undone'] },
  'records.imported': { on: ['imported'] },
  'records.removed': { on: ['records-removed'] },
  'records.restored': { on: ['records-restored'] },
  'price_list.published': { on: ['price-list-published'] },
} as const satisfies Record<string, EventRule>
export type EventType = keyof typeof EVENT_TYPES
export const EVENT_TYPE_NAMES = typedKeys(EVENT_TYPES)

/** Type of the event that an admin sends to try an endpoint. */
export const TEST_EVENT = 'webhook.test'

const TYPE_OF_ACTION = new Map<AuditAction, EventType>(
  EVENT_TYPE_NAMES.flatMap((type) => EVENT_TYPES[type].on.map((action) => [action, type] as const)),
)

/** Returns the type of event that an audit action causes. */
export const eventTypeOf = (action: AuditAction): EventType | undefined => TYPE_OF_ACTION.get(action)

/** `disabled`: by the server, see `WEBHOOK_REASONS`. Events wait for an endpoint that is paused or disabled. */
export const WEBHOOK_STATES = ['active', 'paused', 'disabled'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Why the server paused or disabled an endpoint. */
export const WEBHOOK_REASONS = ['failed', 'gone', 'restored', 'secret-lost'] as const
export type WebhookReason = (typeof WEBHOOK_REASONS)[number]

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why an attempt has no response. */
export const DELIVERY_ERRORS = ['address', 'insecure', 'host', 'connection', 'tls', 'timeout'] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** Flags of a URL that the server refuses, by the error. */
export const URL_FLAGS = { insecure: 'insecureUrl', address: 'privateAddress' } as const

export const MAX_WEBHOOKS = 5
/** Days that events and their deliveries are kept, and can be sent again. */
export const EVENT_DAYS = 30
/** Days of failures after which an endpoint is disabled. */
export const RETRY_DAYS = 3
/** Hours in which the former secret signs too, after a new secret was created. */
export const FORMER_SECRET_HOURS = 24
