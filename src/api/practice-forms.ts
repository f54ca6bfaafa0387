import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { FORM_KINDS } from '#contract/form.ts'
import * as laterPaths from '#contract/later-paths.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { SPECIES } from '#contract/patient.ts'
import type { FormBody, FormRule, NewFormTask, PortalForm, PracticeFormTask } from '#contract/schemas/form.ts'
import { formTaskDetailFields, readFormContent } from './form-readers.ts'
import { type FormSearch, NO_FORM_SEARCH } from './form-search.ts'
import { api, type GetOptions } from './http.ts'
import { cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { read } from './response-readers.ts'
import { practiceKey } from './scope.ts'

// Forms of the practice, and those that its clients were asked to fill in: beyond the specification.

const form = read.record<PortalForm>({
  id: read.requiredText,
  kind: read.required(read.word(FORM_KINDS), 'form'),
  content: readFormContent,
  rule: read.record<FormRule>({
    reasons: read.requiredItems(read.requiredText),
    species: read.requiredItems(read.word(SPECIES)),
  }),
  active: read.requiredFlag,
  version: read.requiredNumber,
  publishedAt: read.moment,
  changed: read.requiredFlag,
  changedAt: read.requiredMoment,
  contentHash: read.text,
})
export const readPracticeForm = read.one(form)
export const readPracticeForms = read.one(read.record<{ content: PortalForm[] }>({ content: read.requiredItems(form) }))

const task = read.record<PracticeFormTask>({
  ...formTaskDetailFields,
  clientName: read.requiredText,
  clientNumber: read.text,
  askedBy: read.text,
  number: read.requiredNumber,
  sha256: read.text,
  completedBy: read.text,
})
export const readFormAnswer = read.one(task)
export const readFormAnswers = read.page(task)

const formsKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'forms', ...rest)

const getTasks = async (practiceId: string, { page, state, form: formId, of }: FormSearch, options: GetOptions) =>
  readFormAnswers(
    await api.get(laterPaths.formAnswers(practiceId), {
      search: {
        page: page - 1,
        size: PAGE_SIZE,
        state: state === 'all' ? undefined : state,
        form: formId || undefined,
        client: of || undefined,
      },
      ...options,
    }),
  )

/** Callers have checked the capability `forms`. */
export const practiceFormQueries = {
  /** Forms of the practice, the oldest first. */
  all: (practiceId: string) =>
    queryOptions({
      queryKey: formsKey(practiceId, 'all'),
      queryFn: async (context) =>
        readPracticeForms(await api.get(laterPaths.practiceForms(practiceId), callOf(context))).content,
    }),
  /** Null: the practice has no such form. */
  one: (practiceId: string, formId: string) =>
    queryOptions({
      queryKey: formsKey(practiceId, 'one', formId),
      queryFn: async (context) =>
        read.orNull(readPracticeForm)(
          await api.get(laterPaths.practiceForm(practiceId, formId), { ...callOf(context), nullOn404: true }),
        ),
      staleTime: 0,
    }),
  /** Forms that clients were asked to fill in, the newest first. */
  tasks: (practiceId: string, search: FormSearch) =>
    queryOptions({
      queryKey: formsKey(practiceId, 'tasks', search),
      queryFn: async (context) => getTasks(practiceId, search, callOf(context)),
      select: (response) => cutTo(response, search.page),
      // An owner may have completed a form a moment ago.
      staleTime: 5000,
    }),
  /** First page of the forms of a client, for the client's sheet. */
  tasksOf: (practiceId: string, clientId: string) =>
    queryOptions({
      queryKey: formsKey(practiceId, 'tasks-of', clientId),
      queryFn: async ({ signal }) =>
        getTasks(practiceId, { ...NO_FORM_SEARCH, of: clientId }, { signal, silent: true, isBackground: true }),
    }),
  /** Null: no such form was asked for, or no longer. */
  task: (practiceId: string, taskId: string) =>
    queryOptions({
      queryKey: formsKey(practiceId, 'task', taskId),
      queryFn: async (context) =>
        read.orNull(readFormAnswer)(
          await api.get(laterPaths.formAnswer(practiceId, taskId), { ...callOf(context), nullOn404: true }),
        ),
      staleTime: 0,
    }),
}

/** Returns a response with a new URL of the stored PDF. */
export const getFormTaskFile = (practiceId: string, taskId: string) =>
  api.get(laterPaths.formAnswer(practiceId, taskId))

/** The caller shows failures. */
export const practiceFormMutations = {
  /** Creates or changes a form. The sender chooses the id, so that a repeated call changes nothing. */
  save: (practiceId: string, formId: string) =>
    mutationOptions({
      mutationFn: async (json: FormBody) =>
        readPracticeForm(await api.put(laterPaths.practiceForm(practiceId, formId), { json, silent: true })),
      meta: { invalidates: () => ({ queryKey: formsKey(practiceId) }) },
    }),
  publish: (practiceId: string, formId: string) =>
    mutationOptions({
      mutationFn: async (afterVersion: number) =>
        api.post(laterPaths.formPublication(practiceId, formId), { json: { afterVersion }, silent: true }),
      meta: { invalidates: () => ({ queryKey: formsKey(practiceId) }) },
    }),
  remove: (practiceId: string, formId: string) =>
    mutationOptions({
      mutationFn: async () => api.delete(laterPaths.practiceForm(practiceId, formId), { silent: true }),
      meta: { invalidates: () => ({ queryKey: formsKey(practiceId) }) },
    }),
  ask: (practiceId: string) =>
    mutationOptions({
      mutationFn: async (json: NewFormTask) =>
        api.post(laterPaths.formTasks(practiceId), { json, silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: formsKey(practiceId) }) },
    }),
  cancel: (practiceId: string, taskId: string) =>
    mutationOptions({
      mutationFn: async () =>
        api.post(laterPaths.formCancellation(practiceId, taskId), { silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: formsKey(practiceId) }) },
    }),
}
