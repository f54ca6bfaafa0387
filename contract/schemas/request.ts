import type { InferType } from 'yup'
import { MAX_OPENING_HOURS, MAX_PREPARATION } from '../text.ts'
import {
  APPOINTMENT_WISHES,
  DETAIL_FIELDS,
  MAX_ANSWER_TEMPLATES,
  MAX_ANSWER_TEXT,
  MAX_MESSAGES,
  MAX_PHOTOS,
  MAX_PRODUCTS,
  MAX_REMINDERS,
  MAX_REQUEST_TEXT,
  MESSAGE_OUTCOMES,
  PARTS_OF_DAY,
  REQUEST_KINDS,
  REQUEST_OUTCOMES,
  REQUEST_SIDES,
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

/** Medicine that an owner wants repeated, from a record or as typed. */
const product = () =>
  object({
    name: requiredText(),
    visitFormUuid: uuid(),
    logbookEntryUuid: uuid(),
  })

/** Day of the week that suits the owner for an appointment. */
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
    present: text().meta({ description: 'Value in the record of the practice.' }),
    wanted: text().meta({ description: 'Correct value; empty for none.' }),
  })

/** Fields of a request that an owner sends, except photos. */
const content = {
  kind: oneOf(REQUEST_KINDS).required('required'),
  patientUuid: uuid(),
  text: lines(MAX_REQUEST_TEXT),
  products: array(product()).max(MAX_PRODUCTS, 'tooMany').meta({ description: 'With REPEAT_MEDICINE.' }),
  wish: oneOf(APPOINTMENT_WISHES).meta({ description: 'With APPOINTMENT.' }),
  reminderUuid: uuid(),
  reminderUuids: array(uuid().required('required')).max(MAX_REMINDERS, 'tooMany').meta({
    description: 'All reminders that the appointment is for, if there are several; the first one is also reminderUuid.',
  }),
  appointmentUuid: uuid().meta({
    description: 'Appointment to move or to cancel; with BOOK: the appointment at which it may be done.',
  }),
  estimateUuid: uuid().meta({ description: 'With QUESTION: estimate that the question is about.' }),
  suits: array(suits()).max(WEEKDAYS.length, 'tooMany'),
  corrections: array(correction()).max(DETAIL_FIELDS.length, 'tooMany').meta({ description: 'With DETAILS.' }),
  formerUuid: uuid().meta({ description: 'Request that this one follows up.' }),
}

const photoIds = () =>
  array(uuid().required('required')).max(MAX_PHOTOS, 'tooMany').meta({
    description: 'Ids of photos that were uploaded before.',
  })

const photos = () => array(object({ id: uuid().required('required'), url: requiredText(2000) }))

/** Body of POST /clients/{clientId}/requests. */
export const newRequestSchema = object({
  uuid: uuid()
    .required('required')
    .meta({ description: 'Chosen by the sender; a second call with the same uuid changes nothing.' }),
  ...content,
  photoIds: photoIds(),
}).meta({ title: 'NewRequest' })
export type NewRequest = InferType<typeof newRequestSchema>

export const requestAnsweredSchema = object({
  text: lines(MAX_ANSWER_TEXT),
  by: text().meta({ description: 'Name of the member of staff; absent for the system of the practice.' }),
  appointmentUuid: uuid().meta({ description: 'Appointment that the answer made, moved or cancelled.' }),
}).meta({ title: 'RequestAnswered' })

/** Fields of a message that are stored as JSON. */
export const requestMessageDataSchema = object({
  text: lines(MAX_ANSWER_TEXT),
  by: text().meta({ description: 'Name of the person; absent for the system of the practice.' }),
  appointmentUuid: uuid().meta({ description: 'Appointment that the message made, moved or cancelled.' }),
})

export const requestMessageSchema = requestMessageDataSchema
  .shape({
    uuid: uuid().required('required'),
    side: oneOf(REQUEST_SIDES).required('required').meta({ description: 'Side that has written the message.' }),
    at: isoDateTime().required('required'),
    outcome: oneOf(MESSAGE_OUTCOMES).meta({ description: 'State after a message of the practice.' }),
    photos: photos(),
  })
  .meta({ title: 'RequestMessage' })
export type RequestMessage = InferType<typeof requestMessageSchema>

export const requestSchema = object({
  uuid: uuid().required('required'),
  practiceId: requiredText(),
  clientUuid: uuid().required('required'),
  state: oneOf(REQUEST_STATES).required('required'),
  ...content,
  patientName: text(),
  reminders: array(object({ description: lines(500), date: isoDate() })).meta({
    description: 'Present state of the reminders that the request names.',
  }),
  appointment: appointmentSchema
    .default(undefined)
    .optional()
    .meta({ description: 'Present state of the appointment that the request names.' }),
  sentAt: isoDateTime().required('required'),
  seenAt: isoDateTime(),
  overdue: flag().meta({ description: 'True: not seen within the limit of the practice.' }),
  closedAt: isoDateTime().meta({ description: 'When it was answered, declined or withdrawn.' }),
  photos: photos(),
  messages: array(requestMessageSchema)
    .max(2 * MAX_MESSAGES, 'tooMany')
    .meta({ description: 'Messages after the request, in their order, with its answers.' }),
  unread: flag().meta({ description: 'True: the owner has not opened the last message of the practice.' }),
  answer: requestAnsweredSchema
    .shape({
      appointment: appointmentSchema.default(undefined).optional().meta({
        description: 'Present state of its appointment; absent if it was removed, or its animal has died or left.',
      }),
    })
    .default(undefined)
    .optional(),
}).meta({ title: 'Request' })
export type PortalRequest = InferType<typeof requestSchema>

export const practiceRequestSchema = requestSchema
  .shape({
    clientName: requiredText(),
    clientNumber: text(),
    number: count(Number.MAX_SAFE_INTEGER).required('required').meta({
      description: 'Increases with each change of any request of the practice; the parameter after compares with it.',
    }),
    lastVisit: object({ date: isoDate().required('required'), reason: lines(500) })
      .default(undefined)
      .optional()
      .meta({ description: 'Last visit of the animal; only for staff, and only with one request.' }),
    lastMedicine: object({ date: isoDate().required('required'), name: requiredText() })
      .default(undefined)
      .optional()
      .meta({ description: 'Last medicine of the animal, like lastVisit.' }),
  })
  .meta({ title: 'PracticeRequest' })
export type PracticeRequest = InferType<typeof practiceRequestSchema>

const appointmentOfAnswer = () =>
  object({
    start: isoDateTime().required('required'),
    durationMinutes: count(24 * 60).min(1, 'invalidNumber'),
    reason: text(),
    place: text(),
    veterinarian: text(),
    preparation: lines(MAX_PREPARATION),
  })
    .default(undefined)
    .optional()
    .meta({ description: 'An appointment that answers the request.' })

/** Body of POST /practice/{practiceId}/requests/{requestId}/answer. */
export const requestAnswerSchema = object({
  outcome: oneOf(REQUEST_OUTCOMES).required('required'),
  text: requiredLines(MAX_ANSWER_TEXT),
  appointment: appointmentOfAnswer(),
}).meta({ title: 'RequestAnswer' })
export type RequestAnswer = InferType<typeof requestAnswerSchema>

/** Body of POST /clients/{clientId}/requests/{requestId}/messages, and of its /reopen. */
export const ownerMessageSchema = object({
  uuid: uuid()
    .required('required')
    .meta({ description: 'Chosen by the sender; a second call with the same uuid changes nothing.' }),
  text: requiredLines(MAX_ANSWER_TEXT),
  photoIds: photoIds(),
}).meta({ title: 'OwnerMessage' })
export type OwnerMessage = InferType<typeof ownerMessageSchema>

/** Body of POST /practice/{practiceId}/requests/{requestId}/messages. */
export const practiceMessageSchema = ownerMessageSchema
  .shape({
    outcome: oneOf(MESSAGE_OUTCOMES).required('required').meta({
      description: 'asked: waits for the owner; replied: stays open; answered or declined: ends the request.',
    }),
    appointment: appointmentOfAnswer(),
    lastUuid: uuid().meta({
      description:
        'Last message that the sender has read, or the request itself. With a later message, the call is refused.',
    }),
  })
  .meta({ title: 'PracticeMessage' })
export type PracticeMessage = InferType<typeof practiceMessageSchema>

/** Record of an export with an answer that was given in the practice's system. */
export const exportedAnswerSchema = requestAnswerSchema.pick(['outcome', 'text']).shape({
  uuid: uuid().required('required').meta({ description: 'Id of the request.' }),
  at: isoDateTime().meta({ description: 'Time of the answer; absent: when the export is loaded.' }),
})
export type ExportedAnswer = InferType<typeof exportedAnswerSchema>

/** Body of POST /practice/{practiceId}/requests/{requestId}/end. */
export const endRequestSchema = practiceMessageSchema.pick(['lastUuid']).meta({ title: 'RequestEnd' })

/** Body of POST /clients/{clientId}/requests/{requestId}/read. */
export const lastMessageSchema = object({
  lastUuid: uuid().required('required').meta({ description: 'Last message that the owner has read.' }),
}).meta({ title: 'LastMessage' })

/** Saved reply of a practice. */
export const answerTemplateSchema = object({
  text: requiredLines(MAX_ANSWER_TEXT),
  kind: oneOf(REQUEST_KINDS).meta({ description: 'Absent: for all kinds of requests.' }),
})
export type AnswerTemplate = InferType<typeof answerTemplateSchema>

/** Terms for requests at a practice, as its clients see them. */
export const requestTermsSchema = object({
  kinds: array(oneOf(REQUEST_KINDS).required('required'))
    .max(REQUEST_KINDS.length, 'tooMany')
    .required('required')
    .meta({ description: 'Empty: the practice accepts no requests.' }),
  hours: lines(MAX_OPENING_HOURS).meta({ description: 'Opening hours, in the words of the practice.' }),
  answerWithinDays: count(30).meta({ description: 'Working days within which an answer comes.' }),
  productsNotRepeated: array(requiredText()).max(200, 'tooMany').meta({
    description: 'Products that the practice repeats by telephone only.',
  }),
})
export type RequestTerms = InferType<typeof requestTermsSchema>

/** Request settings, for GET and PUT /practice/{practiceId}/request-settings. Clients receive only the terms. */
export const requestSettingsSchema = requestTermsSchema
  .shape({
    seenWithinDays: count(30).min(1, 'invalidNumber').meta({
      description: 'Working days after which the practice gets a mail about an unseen request.',
    }),
    templates: array(requiredLines(MAX_ANSWER_TEXT)).max(MAX_ANSWER_TEMPLATES, 'tooMany').meta({
      description: 'Saved replies: texts to begin an answer with. Ignored in a body with answerTemplates.',
    }),
    answerTemplates: array(answerTemplateSchema).max(MAX_ANSWER_TEMPLATES, 'tooMany').meta({
      description: 'Saved replies with the kind of request that each is for.',
    }),
    mailTo: email().meta({ description: 'Mailbox for mails about requests; empty: the admins.' }),
    mailToConfirmed: flag().meta({
      description: 'In responses only. True: mails go to mailTo; else they still go to the admins.',
    }),
  })
  .meta({ title: 'RequestSettings' })
export type RequestSettings = InferType<typeof requestSettingsSchema>

/** Response of GET /practice/{practiceId}/request-count. */
export const requestCountSchema = object({
  waiting: total().meta({ description: 'Requests that were sent or seen.' }),
  since: timestamp().meta({ description: 'When the oldest waiting request was sent.' }),
  unseen: total().meta({ description: 'Waiting requests not seen within the limit of the practice.' }),
}).meta({ title: 'RequestCount' })
export type RequestCount = InferType<typeof requestCountSchema>

/** Response of GET /clients/{clientId}/request-count. */
export const ownRequestCountSchema = object({
  waiting: total().meta({ description: 'Requests that wait for the owner, or have an unread answer.' }),
}).meta({ title: 'OwnRequestCount' })
export type OwnRequestCount = InferType<typeof ownRequestCountSchema>
