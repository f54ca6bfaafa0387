import type { InferType } from 'yup'
import { MAX_KEY_NAME, MAX_URL } from '../text.ts'
import { isWebsite } from '../website.ts'
import { DELIVERY_ERRORS, DELIVERY_STATES, EVENT_TYPE_NAMES, WEBHOOK_REASONS, WEBHOOK_STATES } from '../webhook.ts'
import {
  array,
  flag,
  isoDate,
  listOf,
  number,
  object,
  oneOf,
  requiredText,
  string,
  timestamp,
  total,
  url,
} from './fields.ts'
import { nestedProof } from './second-factor.ts'

const fields = {
  name: requiredText(MAX_KEY_NAME),
  url: requiredText(MAX_URL)
    .test('url', 'invalidUrl', (value) => value == null || isWebsite(value))
    .meta({ example: 'https://example.com/webhooks' }),
  types: array(oneOf(EVENT_TYPE_NAMES).required('required'))
    .required('required')
    .min(1, 'required')
    .max(EVENT_TYPE_NAMES.length, 'tooMany')
    .meta({ description: 'Events that are sent to this endpoint.' }),
}

/** Ids in an event. No names or texts: the receiver reads these by the API, with a key of its own. */
export const eventDataSchema = object({
  practiceId: string().required(),
  clientId: string(),
  requestId: string(),
  formTaskId: string().meta({ description: 'Id of a form that a client was asked to fill in.' }),
  estimateId: string(),
  appointmentId: string(),
  count: number().integer().meta({ description: 'Number of clients, records or prices that an event is about.' }),
}).meta({ title: 'EventData' })
export type EventData = InferType<typeof eventDataSchema>

/** Fields of the form for an endpoint. */
export const webhookFormSchema = object(fields)

export const webhookBodySchema = object({
  ...fields,
  proof: nestedProof().meta({ description: 'Needed for a new endpoint and for another URL.' }),
}).meta({ title: 'WebhookBody' })
export type WebhookRequest = InferType<typeof webhookBodySchema>

export const webhookStateSchema = object({
  active: flag().required('required').meta({ description: 'false: events wait.' }),
}).meta({ title: 'WebhookStateBody' })

export const replayBodySchema = object({
  since: timestamp().required('required').meta({ description: 'Events from this moment on are sent again.' }),
}).meta({ title: 'WebhookReplayBody' })

/** Form for the day from which events are sent again. */
export const replayFormSchema = object({ day: isoDate().required('required') })

export const webhookCountSchema = object({ count: total() }).meta({ title: 'WebhookCount' })

export const webhookSchema = object({
  id: string().required(),
  name: string().required(),
  url: url().required(),
  types: listOf(oneOf(EVENT_TYPE_NAMES).required()),
  state: oneOf(WEBHOOK_STATES).required(),
  reason: oneOf(WEBHOOK_REASONS).meta({ description: 'Why the server has paused or disabled the endpoint.' }),
  madeAt: timestamp().required(),
  formerSecretUntil: timestamp().meta({ description: 'Until when the former secret signs too.' }),
  failingSince: timestamp(),
  nextAttemptAt: timestamp().meta({ description: 'With failingSince: when the server tries again.' }),
  waiting: total().meta({ description: 'Events that are not delivered yet.' }),
}).meta({ title: 'Webhook' })
/** Endpoint of another system that receives events. */
export type Webhook = InferType<typeof webhookSchema>

const secret = string().required().meta({ description: 'Shown in this response only: `whsec_` and base64.' })
export const newWebhookSchema = webhookSchema.shape({ secret }).meta({ title: 'NewWebhook' })
export type NewWebhook = InferType<typeof newWebhookSchema>

export const deliverySchema = object({
  id: string().required(),
  eventId: string().required().meta({ description: '`webhook-id`: the same in every attempt.' }),
  type: string().required(),
  at: timestamp().required().meta({ description: 'When the change happened.' }),
  state: oneOf(DELIVERY_STATES).required(),
  attempts: total(),
  triedAt: timestamp(),
  status: number().integer().meta({ description: 'HTTP status of the last response.' }),
  error: oneOf(DELIVERY_ERRORS).meta({ description: 'Why the last attempt had no response.' }),
  ms: number().integer().meta({ description: 'Duration of the last attempt in milliseconds.' }),
  excerpt: string().meta({ description: 'Beginning of the last response.' }),
}).meta({ title: 'WebhookDelivery' })
/** An event for one endpoint, with its last attempt. */
export type Delivery = InferType<typeof deliverySchema>
