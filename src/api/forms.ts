import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { CONDITION_KINDS, FIELD_TYPES, FORM_FACTS, FORM_KINDS, FORM_STATES, SIGNATURE_METHODS } from '#contract/form.ts'
import * as laterPaths from '#contract/later-paths.ts'
import { type Page } from '#contract/paging.ts'
import { SPECIES } from '#contract/patient.ts'
import { recordOf } from '#contract/values.ts'
import type {
  FormAnswer,
  FormContent,
  FormField,
  FormSubmission,
  FormTask,
  FormTaskDetail,
  Translated,
} from '#contract/schemas/form.ts'
import { SPECIFIED } from './all-pages.ts'
import { readAppointment } from './appointments.ts'
import { can } from './capabilities.ts'
import { api, type GetOptions } from './http.ts'
import { cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { type Fields, read } from './response-readers.ts'
import { clientKey } from './scope.ts'

// Forms that the practice asks owners to fill in: beyond the specification.

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

const content = read.record<FormContent>({
  title: requiredTranslated,
  introduction: translated,
  fields: read.requiredItems(field),
})

const taskFields = {
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

const readForms = read.page(read.record<FormTask>(taskFields))
const readForm = read.one(
  read.record<FormTaskDetail>({
    ...taskFields,
    content: read.required(content, { title: { nl: '', en: undefined }, introduction: undefined, fields: [] }),
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
  }),
)

const formsKey = (clientId: string) => clientKey(clientId, 'forms')

/** Forms of a client; `page` counts from 0. */
export const getForms = async (clientId: string, page: number, options: GetOptions) =>
  readForms(await api.get(laterPaths.clientForms(clientId), { search: { page, ...SPECIFIED }, ...options }))

// Null: the API has no forms, or not this one.
export const formQueries = {
  /** Forms of a client; `page` counts from 1. */
  list: (clientId: string, { page }: { page: number }) =>
    queryOptions({
      queryKey: [...formsKey(clientId), 'list', { page }] as const,
      queryFn: async (context) =>
        (await can(context.client, 'forms')) ? getForms(clientId, page - 1, callOf(context)) : null,
      select: (response: Page<FormTask> | null) => response && cutTo(response, page),
      // The practice may have asked for a form a moment ago.
      staleTime: 5000,
    }),
  one: (clientId: string, taskId: string) =>
    queryOptions({
      queryKey: [...formsKey(clientId), 'one', taskId] as const,
      queryFn: async (context) =>
        (await can(context.client, 'forms'))
          ? read.orNull(readForm)(
              await api.get(laterPaths.clientForm(clientId, taskId), { ...callOf(context), nullOn404: true }),
            )
          : null,
      staleTime: 5000,
    }),
}

/** Returns a response with a new URL of the stored PDF. */
export const getFormFile = (clientId: string, taskId: string) => api.get(laterPaths.clientForm(clientId, taskId))

/** The caller shows failures. Also refetches after a failure, because the form may have closed meanwhile. */
export const formMutations = {
  submit: (clientId: string, taskId: string) =>
    mutationOptions({
      mutationFn: (json: FormSubmission) =>
        api.post(laterPaths.formSubmission(clientId, taskId), { json, silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: formsKey(clientId) }) },
    }),
  withdraw: (clientId: string, taskId: string) =>
    mutationOptions({
      mutationFn: () => api.post(laterPaths.consentWithdrawal(clientId, taskId), { silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: formsKey(clientId) }) },
    }),
}
