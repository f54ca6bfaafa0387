import type { InferType } from 'yup'
import {
  CONDITION_KINDS,
  FIELD_TYPES,
  FORM_FACTS,
  FORM_KINDS,
  FORM_STATES,
  MAX_CHOICES,
  MAX_FIELD_HELP,
  MAX_FIELD_LABEL,
  MAX_FIELDS,
  MAX_FORM_ANSWER,
  MAX_FORM_PHOTOS,
  MAX_FORM_TEXT,
  MAX_FORM_TITLE,
  MAX_RULE_WORDS,
  MAX_STROKE_NUMBERS,
  MAX_STROKES,
  MAX_UNIT,
  SIGNATURE,
  SIGNATURE_METHODS,
} from '../form.ts'
import { SPECIES } from '../patient.ts'
import { recordOf } from '../values.ts'
import { appointmentSchema } from './appointment.ts'
import {
  array,
  code,
  count,
  flag,
  isoDate,
  isoDateTime,
  lines,
  listOf,
  number,
  object,
  oneOf,
  optionalObject,
  requiredLines,
  requiredText,
  text,
  timestamp,
  uuid,
} from './fields.ts'
import { nestedProof } from './second-factor.ts'

const key = () => code(40).required('required')
const texts = (max: number) => ({
  nl: requiredLines(max),
  en: lines(max).meta({ description: 'Absent or empty: the Dutch text is shown.' }),
})
const translatedSchema = (max: number) => object(texts(max))
export type Translated = InferType<ReturnType<typeof translatedSchema>>

const choiceSchema = object({ id: key(), label: translatedSchema(MAX_FIELD_LABEL) })

const conditionSchema = optionalObject({
  by: oneOf(CONDITION_KINDS).required('required'),
  field: code(40).meta({ description: 'With answer: an earlier field with choices.' }),
  values: array(text().required('required'))
    .min(1, 'required')
    .max(MAX_CHOICES, 'tooMany')
    .required('required')
    .meta({ description: 'Species, words of the reason of the visit, or ids of choices; one must match.' }),
})

const fieldSchema = object({
  id: key(),
  type: oneOf(FIELD_TYPES).required('required'),
  label: translatedSchema(MAX_FIELD_LABEL),
  help: optionalObject(texts(MAX_FIELD_HELP)),
  required: flag(),
  fact: oneOf(FORM_FACTS).meta({
    description: 'Data of the record that the field shows. The owner answers only if the record lacks it.',
  }),
  choices: array(choiceSchema).max(MAX_CHOICES, 'tooMany'),
  unit: text(MAX_UNIT),
  min: number(),
  max: number(),
  shownIf: conditionSchema.meta({ description: 'Absent: the field is always shown.' }),
}).meta({ title: 'FormField' })
export type FormField = InferType<typeof fieldSchema>

/** Texts and fields of a form. A published version never changes. */
export const formContentSchema = object({
  title: translatedSchema(MAX_FORM_TITLE),
  introduction: optionalObject(texts(MAX_FORM_TEXT)),
  fields: array(fieldSchema).max(MAX_FIELDS, 'tooMany').required('required'),
}).meta({ title: 'FormContent' })
export type FormContent = InferType<typeof formContentSchema>

/** Appointments for which a form is asked without a member of staff. */
const ruleFields = {
  reasons: array(requiredText())
    .max(MAX_RULE_WORDS, 'tooMany')
    .required('required')
    .meta({ description: 'Words, of which the reason of the appointment contains one. Empty: any reason.' }),
  species: array(oneOf(SPECIES).required('required'))
    .max(SPECIES.length, 'tooMany')
    .required('required')
    .meta({ description: 'Species of the animal. Empty: any species.' }),
}
export const formRuleSchema = object(ruleFields).meta({ title: 'FormRule' })
export type FormRule = InferType<typeof formRuleSchema>
const optionalRule = () =>
  optionalObject(ruleFields).meta({
    description: 'The form is asked for every appointment that matches, 14 days before it. Absent: by hand or by key.',
  })

const formFields = {
  kind: oneOf(FORM_KINDS).required('required').meta({ description: 'Never changes.' }),
  content: formContentSchema,
  rule: optionalRule(),
  active: flag().required('required').meta({ description: 'false: the form is no longer asked for.' }),
}

/** Body of PUT /practice/{practiceId}/forms/{formId}. */
export const formBodySchema = object({
  ...formFields,
  formerHash: text(64).meta({
    description: 'contentHash of the form that was edited; another saved one is a conflict. Absent: any.',
  }),
}).meta({ title: 'FormBody' })
export type FormBody = InferType<typeof formBodySchema>

export const formSchema = object({
  ...formFields,
  id: uuid().required('required'),
  version: count().required('required').meta({ description: 'Last published version; 0 before the first.' }),
  publishedAt: timestamp(),
  changed: flag().required('required').meta({ description: 'true: the content differs from the last version.' }),
  changedAt: timestamp().required('required'),
  contentHash: text(64).meta({ description: 'Changes with each save that changes the form.' }),
}).meta({ title: 'Form' })
export type PortalForm = InferType<typeof formSchema>

export const formListSchema = object({ content: listOf(formSchema) }).meta({ title: 'FormList' })

/** Body of the publication of a form. */
export const formPublicationSchema = object({
  afterVersion: count().required('required').meta({ description: 'Last version that the sender knows.' }),
}).meta({ title: 'FormPublication' })

const strokes = () =>
  array(
    array(
      number()
        .integer('invalidNumber')
        .min(0, 'invalidNumber')
        .max(SIGNATURE.width, 'invalidNumber')
        .required('required'),
    )
      .max(MAX_STROKE_NUMBERS, 'tooMany')
      .required('required'),
  )
    .max(MAX_STROKES, 'tooMany')
    .meta({ description: 'Strokes of points `x, y, x, y, …`, 1000 wide and 400 high.' })

export const formAnswerSchema = object({
  field: key(),
  text: lines(MAX_FORM_ANSWER),
  choices: array(code(40).required('required')).max(MAX_CHOICES, 'tooMany'),
  number: number(),
  date: isoDate(),
  photoIds: array(uuid().required('required'))
    .max(MAX_FORM_PHOTOS, 'tooMany')
    .meta({ description: 'Ids of photos that were uploaded before, like those of requests.' }),
  strokes: strokes(),
}).meta({ title: 'FormAnswer' })
export type FormAnswer = InferType<typeof formAnswerSchema>

const signatureFields = { name: text(), strokes: strokes() }
const signatureSchema = object(signatureFields)
export type FormSignature = InferType<typeof signatureSchema>

/** Body of POST /clients/{clientId}/forms/{taskId}/submission. */
export const formSubmissionSchema = object({
  uuid: uuid()
    .required('required')
    .meta({ description: 'Chosen by the sender; a second call with the same uuid changes nothing.' }),
  version: count().min(1, 'invalidNumber').required('required').meta({ description: 'Version that was shown.' }),
  answers: array(formAnswerSchema).max(MAX_FIELDS, 'tooMany').required('required'),
  signature: optionalObject(signatureFields).meta({ description: 'With consent: typed name and drawn signature.' }),
  proof: nestedProof().meta({
    description: 'With consent: password or passkey of the account, instead of a drawn signature.',
  }),
}).meta({ title: 'FormSubmission' })
export type FormSubmission = InferType<typeof formSubmissionSchema>

/** Body of POST /practice/{practiceId}/form-tasks. */
export const newFormTaskSchema = object({
  uuid: uuid()
    .required('required')
    .meta({ description: 'Chosen by the sender; a second call with the same uuid changes nothing.' }),
  formId: uuid().required('required'),
  clientUuid: uuid().required('required'),
  patientUuid: uuid(),
  appointmentUuid: uuid().meta({ description: 'The form lapses when this appointment is over.' }),
}).meta({ title: 'NewFormTask' })
export type NewFormTask = InferType<typeof newFormTaskSchema>

const factsSchema = object(recordOf(FORM_FACTS, () => text()))

const signed = optionalObject({
  name: requiredText(),
  method: oneOf(SIGNATURE_METHODS).required('required'),
  strokes: strokes(),
})

/** Content of a completed form that is stored. */
export const formAnsweredSchema = object({
  answers: listOf(formAnswerSchema),
  signature: signed,
  facts: factsSchema,
  species: oneOf(SPECIES),
  reason: lines(500),
})

/** Form that was asked for, as in lists. */
const taskFields = {
  uuid: uuid().required('required'),
  practiceId: requiredText(),
  clientUuid: uuid().required('required'),
  formId: uuid().required('required'),
  kind: oneOf(FORM_KINDS).required('required'),
  title: translatedSchema(MAX_FORM_TITLE),
  state: oneOf(FORM_STATES).required('required'),
  askedAt: isoDateTime().required('required'),
  patientUuid: uuid(),
  patientName: text(),
  appointment: appointmentSchema.default(undefined).optional().meta({
    description: 'Present state of the appointment that the form is for; absent if it was removed.',
  }),
  version: count().required('required').meta({
    description: 'Completed version; before that, the version to show and to submit.',
  }),
  completedAt: isoDateTime(),
  closedAt: isoDateTime().meta({ description: 'When the consent was withdrawn, or the practice stopped asking.' }),
  withdrawable: flag().meta({ description: 'true: the owner can withdraw the consent.' }),
  url: text(2000).meta({ description: 'Stored PDF of the completed form; valid for ten minutes.' }),
}

export const formTaskSchema = object(taskFields).meta({ title: 'FormTask' })
export type FormTask = InferType<typeof formTaskSchema>

const answered = {
  answers: array(formAnswerSchema),
  signature: signed,
  photos: array(object({ id: uuid().required('required'), url: requiredText(2000) })),
}

export const formTaskDetailSchema = formTaskSchema
  .shape({
    content: formContentSchema,
    facts: factsSchema.meta({ description: 'Data of the record that fields show.' }),
    species: oneOf(SPECIES),
    reason: lines(500).meta({ description: 'Reason of the appointment.' }),
    ...answered,
  })
  .meta({ title: 'FormTaskDetail' })
export type FormTaskDetail = InferType<typeof formTaskDetailSchema>

const practiceFields = {
  clientName: requiredText(),
  clientNumber: text(),
  askedBy: text().meta({ description: 'Member of staff or key that asked; absent for a rule of the form.' }),
  number: count(Number.MAX_SAFE_INTEGER).required('required').meta({
    description: 'Increases with each change of any form of the practice; the parameter after compares with it.',
  }),
  sha256: text(64).meta({ description: 'SHA-256 of the stored PDF.' }),
  completedBy: text().meta({ description: 'User name of the account that completed the form.' }),
}

/** Form of a client as the practice sees it, with its answers. */
export const practiceFormTaskSchema = formTaskDetailSchema.shape(practiceFields).meta({ title: 'PracticeFormTask' })
export type PracticeFormTask = InferType<typeof practiceFormTaskSchema>
