import type { InferType } from 'yup'
import { MAX_OPENING_HOURS, MAX_PREPARATION } from '../text.ts'
import {
  APPOINTMENT_WISHES,
  DETAIL_FIELDS,
  MAX_ANSWER_TEMPLATES,
  MAX_ANSWER_TEXT,
  MAX_PHOTOS,
  MAX_PRODUCTS,
  MAX_REMINDERS,
  MAX_REQUEST_TEXT,
  PARTS_OF_DAY,
  REQUEST_KINDS,
  REQUEST_OUTCOMES,
  REQUEST_STATES,
  WEEKDAYS,
} from '../request.ts'
import { appointmentSchema } from './appointment.ts'
import {
  array,
  count,
  email,
  flag,
  isoDate,
  isoDateTime,
  lines,
  object,
  oneOf,
  requiredLines,
  requiredText,
  text,
  timestamp,
  total,
  uuid,
} from './fields.ts'

/** A medicine that an owner asks for again, as it was given before or as it was typed. */
const product = () =>
  object({
    name: requiredText(),
    visitFormUuid: uuid(),
    logbookEntryUuid: uuid(),
  })

/** When an appointment suits. */
const suits = () =>
  object({
    day: oneOf(WEEKDAYS).required('required'),
    parts: array(oneOf(PARTS_OF_DAY).required('required'))
      .min(1, 'required')
      .max(PARTS_OF_DAY.length, 'tooMany')
      .required('required'),
  })

const correction = () =>
  object({
    field: oneOf(DETAIL_FIELDS).required('required'),
    /** As the practice has it. */
    present: text(),
    /** As it should be; empty where it should be none. */
    wanted: text(),
  })

/** What an owner sends, beside its photos. */
const content = {
  kind: oneOf(REQUEST_KINDS).required('required'),
  patientUuid: uuid(),
  text: lines(MAX_REQUEST_TEXT),
  /** Of `REPEAT_MEDICINE`. */
  products: array(product()).max(MAX_PRODUCTS, 'tooMany'),
  /** Of `APPOINTMENT`. */
  wish: oneOf(APPOINTMENT_WISHES),
  reminderUuid: uuid(),
  /** All reminders that the appointment is for, where there are several; the first one is also `reminderUuid`. */
  reminderUuids: array(uuid().required('required')).max(MAX_REMINDERS, 'tooMany'),
  /** To move or to cancel; of `BOOK`: at which visit it may be done. */
  appointmentUuid: uuid(),
  suits: array(suits()).max(WEEKDAYS.length, 'tooMany'),
  /** Of `DETAILS`. */
  corrections: array(correction()).max(DETAIL_FIELDS.length, 'tooMany'),
  /** The request that this one goes on from. */
  formerUuid: uuid(),
}

/**
 * POST /clients/{clientId}/requests. The sender makes the `uuid`: what is sent twice is one request. Photos were sent before, and are
 * named here.
 */
export const newRequestSchema = object({
  uuid: uuid().required('required'),
  ...content,
  photoIds: array(uuid().required('required')).max(MAX_PHOTOS, 'tooMany'),
}).meta({ title: 'NewRequest' })
export type NewRequest = InferType<typeof newRequestSchema>

/** What is stored of an answer. */
export const requestAnsweredSchema = object({
  text: lines(MAX_ANSWER_TEXT),
  /** The name of who answered; the practice's own system has none. */
  by: text(),
  /** Of the appointment that the answer made, moved or cancelled. */
  appointmentUuid: uuid(),
}).meta({ title: 'RequestAnswered' })

export const requestSchema = object({
  uuid: uuid().required('required'),
  practiceId: requiredText(),
  clientUuid: uuid().required('required'),
  state: oneOf(REQUEST_STATES).required('required'),
  ...content,
  patientName: text(),
  /** The reminders that it names, as they are now. */
  reminders: array(object({ description: lines(500), date: isoDate() })),
  /** The appointment that it names, as it is now. */
  appointment: appointmentSchema.default(undefined).optional(),
  sentAt: isoDateTime().required('required'),
  seenAt: isoDateTime(),
  /** Whether the practice has not seen it within its limit. */
  overdue: flag(),
  /** When it was answered, declined or withdrawn. */
  closedAt: isoDateTime(),
  photos: array(object({ id: uuid().required('required'), url: requiredText(2000) })),
  answer: requestAnsweredSchema
    .shape({
      /** Its appointment as it is now; absent where it is gone, or its animal has died or left. */
      appointment: appointmentSchema.default(undefined).optional(),
    })
    .default(undefined)
    .optional(),
}).meta({ title: 'Request' })
/** As its owner sees it. */
export type PortalRequest = InferType<typeof requestSchema>

/** As the practice sees it. */
export const practiceRequestSchema = requestSchema
  .shape({
    clientName: requiredText(),
    clientNumber: text(),
    /** Grows with each change of any request of the practice: what `after` is compared with. */
    number: count(Number.MAX_SAFE_INTEGER).required('required'),
  })
  .meta({ title: 'PracticeRequest' })
export type PracticeRequest = InferType<typeof practiceRequestSchema>

/** POST /practice/{practiceId}/requests/{requestId}/answer */
export const requestAnswerSchema = object({
  outcome: oneOf(REQUEST_OUTCOMES).required('required'),
  text: requiredLines(MAX_ANSWER_TEXT),
  /** Where that is the answer. */
  appointment: object({
    start: isoDateTime().required('required'),
    durationMinutes: count(24 * 60).min(1, 'invalidNumber'),
    reason: text(),
    place: text(),
    veterinarian: text(),
    preparation: lines(MAX_PREPARATION),
  })
    .default(undefined)
    .optional(),
}).meta({ title: 'RequestAnswer' })
export type RequestAnswer = InferType<typeof requestAnswerSchema>

/** A record of an export: what was answered in the practice's own system. */
export const exportedAnswerSchema = requestAnswerSchema.pick(['outcome', 'text']).shape({
  /** Of the request. */
  uuid: uuid().required('required'),
  /** When it was answered; when the export is loaded, unless told. */
  at: isoDateTime(),
})
export type ExportedAnswer = InferType<typeof exportedAnswerSchema>

/** What its clients are told of what a practice takes. */
export const requestTermsSchema = object({
  /** None: it takes no requests. */
  kinds: array(oneOf(REQUEST_KINDS).required('required')).max(REQUEST_KINDS.length, 'tooMany').required('required'),
  /** When the practice is open, in its own words. */
  hours: lines(MAX_OPENING_HOURS),
  /** Within how many working days an answer comes. */
  answerWithinDays: count(30),
  /** Products that have to be talked about before they are given again. */
  productsNotRepeated: array(requiredText()).max(200, 'tooMany'),
})
export type RequestTerms = InferType<typeof requestTermsSchema>

/** GET and PUT /practice/{practiceId}/request-settings; its clients get the terms in it only. */
export const requestSettingsSchema = requestTermsSchema
  .shape({
    /** After so many working days an unseen request is told of by mail. */
    seenWithinDays: count(30).min(1, 'invalidNumber'),
    /** To begin an answer with. */
    templates: array(requiredLines(MAX_ANSWER_TEXT)).max(MAX_ANSWER_TEMPLATES, 'tooMany'),
    /** Where mails of new requests go; none: to the admins. */
    mailTo: email(),
    /** Answered only: whether mails go to `mailTo`; until then they go to the admins. */
    mailToConfirmed: flag(),
  })
  .meta({ title: 'RequestSettings' })
export type RequestSettings = InferType<typeof requestSettingsSchema>

/** GET /practice/{practiceId}/request-count */
export const requestCountSchema = object({
  waiting: total().meta({ description: 'Requests that were sent or seen.' }),
  since: timestamp().meta({ description: 'When the oldest of them was sent.' }),
  unseen: total().meta({ description: 'Those not seen within the limit of the practice.' }),
}).meta({ title: 'RequestCount' })
export type RequestCount = InferType<typeof requestCountSchema>
