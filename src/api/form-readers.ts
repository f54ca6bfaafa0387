import { CONDITION_KINDS, FIELD_TYPES, FORM_FACTS, FORM_KINDS, FORM_STATES, SIGNATURE_METHODS } from '#contract/form.ts'
import { SPECIES } from '#contract/patient.ts'
import type {
  FormAnswer,
  FormContent,
  FormField,
  FormTask,
  FormTaskDetail,
  Translated,
} from '#contract/schemas/form.ts'
import { recordOf } from '#contract/values.ts'
import { readAppointment } from './appointments.ts'
import { type Fields, read } from './response-readers.ts'

// Readers of forms, for owners and for the practice.

type Of<List extends unknown[] | undefined> = NonNullable<List>[number]

const translated = read.record<Translated>({ nl: read.requiredText, en: read.text })
const requiredTranslated = read.required(translated, { nl: '', en: undefined })
const numbers = read.items(read.number)
const strokes = read.items((value: unknown) => numbers(value) ?? undefined)

const field = read.record<FormField>({
  id: read.requiredText,
  type: read.required(read.word(FIELD_TYPES), 'text'),
  label: requiredTranslated,
  help: translated,
  required: read.flag,
  fact: read.word(FORM_FACTS),
  choices: read.items(read.record<Of<FormField['choices']>>({ id: read.requiredText, label: requiredTranslated })),
  unit: read.text,
  min: read.number,
  max: read.number,
  shownIf: read.record<NonNullable<FormField['shownIf']>>({
    by: read.required(read.word(CONDITION_KINDS), 'answer'),
    field: read.text,
    values: read.requiredItems(read.requiredText),
  }),
})

export const readFormContent = read.required(
  read.record<FormContent>({
    title: requiredTranslated,
    introduction: translated,
    fields: read.requiredItems(field),
  }),
  { title: { nl: '', en: undefined }, introduction: undefined, fields: [] },
)

export const formTaskFields = {
  uuid: read.requiredText,
  practiceId: read.requiredText,
  clientUuid: read.requiredText,
  formId: read.requiredText,
  kind: read.required(read.word(FORM_KINDS), 'form'),
  title: requiredTranslated,
  state: read.required(read.word(FORM_STATES), 'asked'),
  askedAt: read.requiredMoment,
  patientUuid: read.text,
  patientName: read.text,
  appointment: readAppointment,
  version: read.requiredNumber,
  completedAt: read.moment,
  closedAt: read.moment,
  withdrawable: read.flag,
  url: read.text,
} satisfies Fields<FormTask>

const answer = read.record<FormAnswer>({
  field: read.requiredText,
  text: read.text,
  choices: read.items(read.text),
  number: read.number,
  date: read.day,
  photoIds: read.items(read.text),
  strokes,
})

export const formTaskDetailFields = {
  ...formTaskFields,
  content: readFormContent,
  facts: read.required(read.record<FormTaskDetail['facts']>(recordOf(FORM_FACTS, () => read.text)), {}),
  species: read.word(SPECIES),
  reason: read.text,
  answers: read.items(answer),
  signature: read.record<NonNullable<FormTaskDetail['signature']>>({
    name: read.requiredText,
    method: read.required(read.word(SIGNATURE_METHODS), 'drawn'),
    strokes,
  }),
  photos: read.items(read.complete<Of<FormTaskDetail['photos']>>({ id: read.text, url: read.text })),
} satisfies Fields<FormTaskDetail>
