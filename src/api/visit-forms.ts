import { queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import type { VisitForm } from '#contract/visit-form.ts'
import { DEFAULT_SORT, PAGE_SIZE } from '#src/lib/constants.ts'
import { api } from './client.ts'
import { CancelledError } from '#src/lib/call-error.ts'
import { cachedFirst } from './query-client.ts'

export interface VisitFormSearch {
  /** From 1, as in the address. */
  page: number
  /** Of one animal; undefined: of all. An API that does not know the parameter answers with all. */
  patientId?: string | undefined
}

const list = (clientId: string) => ['client', clientId, 'visit-forms'] as const

const visitForms = (clientId: string, size: number, { page, patientId }: VisitFormSearch, signal: AbortSignal) =>
  api.get<Page<VisitForm>>(paths.visitForms(clientId), {
    search: { page: page - 1, size, sort: DEFAULT_SORT, patientId },
    signal,
  })

export const visitFormQueries = {
  list: (clientId: string, search: VisitFormSearch) =>
    queryOptions({
      queryKey: [...list(clientId), search],
      queryFn: ({ signal }) => visitForms(clientId, PAGE_SIZE, search, signal),
    }),
  /**
   * One of them, and on which page it stands; null: on none. There is no call for a single one, so the pages are looked through,
   * the one that is shown first, then the newest, each at most once.
   */
  one: (clientId: string, search: VisitFormSearch, visitId: string) =>
    queryOptions({
      queryKey: [...list(clientId), 'one', search, visitId],
      queryFn: async ({ client, signal }) => {
        const onPage = (page: number) => client.query(cachedFirst(visitFormQueries.list(clientId, { ...search, page })))
        const { totalPages } = (await onPage(search.page)).page
        const others = Array.from({ length: totalPages }, (_, index) => index + 1).filter(
          (page) => page !== search.page,
        )
        for (const page of [search.page, ...others]) {
          if (signal.aborted) throw new CancelledError('Cancelled')
          const visit = (await onPage(page)).content.find(({ uuid }) => uuid === visitId)
          if (visit) return { visit, page }
        }
        return null
      },
    }),
  /** As many as one answer holds; its `page` tells whether those are all. */
  whole: (clientId: string, patientId: string) =>
    queryOptions({
      queryKey: [...list(clientId), 'whole', patientId],
      queryFn: ({ signal }) => visitForms(clientId, MAX_PAGE_SIZE, { page: 1, patientId }, signal),
    }),
  /** The few newest, for what shows a glimpse of them. */
  newest: (clientId: string) =>
    queryOptions({
      queryKey: [...list(clientId), 'newest'],
      queryFn: ({ signal }) => visitForms(clientId, 3, { page: 1 }, signal),
    }),
}
