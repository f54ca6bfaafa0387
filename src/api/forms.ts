import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as laterPaths from '#contract/later-paths.ts'
import { type Page } from '#contract/paging.ts'
import type { FormSubmission, FormTask, FormTaskDetail } from '#contract/schemas/form.ts'
import { SPECIFIED } from './all-pages.ts'
import { can } from './capabilities.ts'
import { formTaskDetailFields, formTaskFields } from './form-readers.ts'
import { api, type GetOptions } from './http.ts'
import { cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { read } from './response-readers.ts'
import { clientKey } from './scope.ts'

// Forms that the practice asks owners to fill in: beyond the specification.

export const readForms = read.page(read.record<FormTask>(formTaskFields))
export const readForm = read.one(read.record<FormTaskDetail>(formTaskDetailFields))

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
