import type { InferType } from 'yup'
import { ESTIMATE_OUTCOMES, ESTIMATE_STATES } from '../estimate-states.ts'
import { MAX_ESTIMATE_ANSWER, MAX_ESTIMATE_SENTENCE, MAX_ESTIMATE_TEXT } from '../estimate.ts'
import { INVOICE_CURRENCIES } from '../invoice.ts'
import { MAX_LINES } from '../line-items.ts'
import {
  array,
  code,
  count,
  flag,
  isoDate,
  isoDateTime,
  lines,
  money,
  object,
  oneOf,
  requiredText,
  telephone,
  text,
  uuid,
} from './fields.ts'
import { lineItemSchema } from './line-item.ts'

const hash = () => code(64).meta({ description: 'SHA-256 of the content, in hexadecimal.' })

export const estimateLineSchema = lineItemSchema
  .shape({
    amountTo: money().meta({
      description: 'Highest amount of a range, with VAT; `amount` is the lowest. Absent: no range.',
    }),
  })
  .test(
    'range',
    'invalidRange',
    ({ amount, amountTo }) => amount === undefined || amountTo === undefined || amount <= amountTo,
  )
  .meta({ title: 'EstimateLine' })
export type EstimateLine = InferType<typeof estimateLineSchema>

/** Content of an estimate. An answer is bound to it. */
const content = {
  number: code(),
  date: isoDate().required('required'),
  validUntil: isoDate()
    .required('required')
    .meta({ description: 'Last day on which it can be answered. It lapses the day after.' }),
  patientUuid: uuid(),
  patientName: text(),
  reason: requiredText().meta({ description: 'What the estimate is for, in one line.' }),
  text: lines(MAX_ESTIMATE_TEXT),
  lines: array(estimateLineSchema.required('required'))
    .min(1, 'required')
    .max(MAX_LINES, 'tooMany')
    .required('required'),
  currency: oneOf(INVOICE_CURRENCIES),
}

const withdrawn = flag().meta({ description: 'True: withdrawn. False: no longer withdrawn. Absent: unchanged.' })

export const estimateContentSchema = object(content)
export type EstimateContent = InferType<typeof estimateContentSchema>

/** Fields of an estimate in an export, without its client. */
export const exportedEstimateSchema = object({ uuid: uuid().required('required'), ...content, withdrawn })
export type ExportedEstimate = InferType<typeof exportedEstimateSchema>

/** Body of PUT /practice/{practiceId}/estimates/{estimateId}. */
export const estimateBodySchema = object({
  clientUuid: uuid().required('required'),
  ...content,
  withdrawn,
  formerHash: hash().meta({
    description: 'contentHash of the estimate that was edited; another present one is a conflict. Absent: any.',
  }),
})
  .test('period', 'invalidPeriod', ({ date, validUntil }) => !date || !validUntil || date <= validUntil)
  .meta({ title: 'EstimateBody' })
export type EstimateBody = InferType<typeof estimateBodySchema>

/** Body of POST /clients/{clientId}/estimates/{estimateId}/answer. */
export const estimateAnswerBodySchema = object({
  outcome: oneOf(ESTIMATE_OUTCOMES).required('required'),
  contentHash: hash()
    .required('required')
    .meta({ description: 'contentHash of the estimate that the owner has read.' }),
  text: lines(MAX_ESTIMATE_ANSWER),
}).meta({ title: 'EstimateAnswerBody' })
export type EstimateAnswerBody = InferType<typeof estimateAnswerBodySchema>

export const estimateAnswerSchema = object({
  outcome: oneOf(ESTIMATE_OUTCOMES).required('required'),
  at: isoDateTime().required('required'),
  by: text().meta({ description: 'Name of the owner.' }),
  contentHash: hash().required('required').meta({ description: 'contentHash that the answer is bound to.' }),
  fileHash: hash().meta({ description: 'SHA-256 of the stored PDF with the content that was answered.' }),
  text: lines(MAX_ESTIMATE_ANSWER),
  amount: money().meta({ description: 'Sum of the answered content with VAT; the lowest of a range.' }),
  amountTo: money().meta({ description: 'Highest sum of the answered content. Absent: no range.' }),
}).meta({ title: 'EstimateAnswer' })
export type EstimateAnswer = InferType<typeof estimateAnswerSchema>

const terms = () =>
  object({
    emergency: lines(MAX_ESTIMATE_SENTENCE).required('required'),
    phone: telephone().meta({ description: 'Telephone number for emergencies; absent: none is known.' }),
    confirmation: lines(MAX_ESTIMATE_SENTENCE).required('required'),
  })

export const estimateSchema = object({
  uuid: uuid().required('required'),
  practiceId: requiredText(),
  clientUuid: uuid().required('required'),
  state: oneOf(ESTIMATE_STATES).required('required'),
  ...content,
  contentHash: hash()
    .required('required')
    .meta({ description: 'Sent with an answer. Changes with each change of content.' }),
  sentAt: isoDateTime().required('required'),
  changedAt: isoDateTime().meta({ description: 'Last change of the content; absent: unchanged.' }),
  withdrawnAt: isoDateTime(),
  answer: estimateAnswerSchema.default(undefined).optional().meta({ description: 'Answer to the present content.' }),
  formerAnswers: array(estimateAnswerSchema.required()).meta({
    description: 'Answers to former content, which are void; newest first.',
  }),
  terms: terms().default(undefined).optional().meta({
    description: 'Sentences of the practice in the language of the reader, in the response about one estimate only.',
  }),
}).meta({ title: 'Estimate' })
export type Estimate = InferType<typeof estimateSchema>

export const practiceEstimateSchema = estimateSchema
  .shape({
    clientName: requiredText(),
    clientNumber: text(),
    fromSystem: flag().meta({ description: 'True: from the system of the practice, which alone changes it.' }),
    changeNumber: count(Number.MAX_SAFE_INTEGER).required('required').meta({
      description: 'Increases with each change of any estimate of the practice; the parameter after compares with it.',
    }),
  })
  .meta({ title: 'PracticeEstimate' })
export type PracticeEstimate = InferType<typeof practiceEstimateSchema>

/** Body of PUT /practice/{practiceId}/estimate-settings. Absent fields mean the defaults. */
export const estimateSettingsSchema = object({
  emergency: lines(MAX_ESTIMATE_SENTENCE).meta({ description: 'Sentence for emergencies. Empty: the default.' }),
  emergencyPhone: telephone().meta({ description: 'Empty: the telephone number of the practice.' }),
  confirmation: lines(MAX_ESTIMATE_SENTENCE).meta({
    description: 'Sentence that the practice confirms an accepted estimate. Empty: the default.',
  }),
}).meta({ title: 'EstimateSettings' })
export type EstimateSettings = InferType<typeof estimateSettingsSchema>

export const shownEstimateSettingsSchema = estimateSettingsSchema
  .shape({ shown: terms().meta({ description: 'What owners read, in the language of the reader.' }) })
  .meta({ title: 'ShownEstimateSettings' })
export type ShownEstimateSettings = InferType<typeof shownEstimateSettingsSchema>
