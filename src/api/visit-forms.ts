import { queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, type Sort } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import type { VisitForm } from '#contract/visit-form.ts'
import { CancelledError } from '#src/lib/call-error.ts'
import { DEFAULT_SORT, PAGE_SIZE } from '#src/lib/constants.ts'
import { type Silent, api } from './client.ts'
import { pageOfPatient } from './of-patient.ts'
import { cachedFirst, callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { read } from './tolerate.ts'

const visitForm = read.record<VisitForm>({
  uuid: read.requiredText,
  date: read.requiredDay,
  number: read.text,
  patientUuid: read.text,
  patientName: read.text,
  veterinarian: read.text,
  reason: read.text,
  findings: read.text,
  diagnosis: read.text,
  treatment: read.text,
  advice: read.text,
  medication: read.items(read.record({ product: read.requiredText, dosage: read.text, days: read.number })),
  followUpDate: read.day,
  fileName: read.text,
  mimeType: read.text,
  sizeBytes: read.number,
  url: read.text,
})

export const readVisitForms = read.page(visitForm)

export interface VisitFormSearch {
  /** From 1, as in the address. */
  page: number
  /** Of one animal; undefined: of all. */
  patientId?: string | undefined
}

interface Asked extends VisitFormSearch {
  size: number
  sort?: Sort
}

interface GetOptions {
  signal?: AbortSignal
  silent?: Silent
}

export const getVisitForms = async (
  clientId: string,
  { page, size, sort = DEFAULT_SORT, patientId }: Asked,
  options: GetOptions,
) =>
  readVisitForms(
    await api.get(paths.visitForms(clientId), {
      search: { page: page - 1, size, sort, patientId },
      ...options,
    }),
  )

export const visitFormQueries = {
  list: (clientId: string, search: VisitFormSearch) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', search),
      queryFn: (context) =>
        pageOfPatient(context.client, search.patientId, (patientId) =>
          getVisitForms(clientId, { size: PAGE_SIZE, page: search.page, patientId }, callOf(context)),
        ),
    }),
  /**
   * One of them, and on which page it stands; null: on none. There is no call for a single one, so the pages are looked through,
   * the one that is shown first, then the newest, each at most once.
   */
  one: (clientId: string, search: VisitFormSearch, visitId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', 'one', search, visitId),
      queryFn: async ({ client, signal, meta }) => {
        const onPage = (page: number) =>
          client.query({ ...cachedFirst(visitFormQueries.list(clientId, { ...search, page })), ...(meta && { meta }) })
        const shown = await onPage(search.page)
        const seen = new Set(shown.content.map(({ uuid }) => uuid))
        const found = (visits: VisitForm[]) => visits.find(({ uuid }) => uuid === visitId)
        const there = found(shown.content)
        if (there) return { visit: there, page: search.page }
        for (let page = 1; page <= shown.page.totalPages; page++) {
          if (page === search.page) continue
          if (signal.aborted) throw new CancelledError('Cancelled')
          const { content } = await onPage(page)
          const visit = found(content)
          if (visit) return { visit, page }
          const before = seen.size
          for (const { uuid } of content) seen.add(uuid)
          // One that brings nothing new is the last, whatever the count says.
          if (seen.size === before) return null
        }
        return null
      },
    }),
  /** As many as one answer holds; its `page` tells whether those are all. Who shows them says in their place that they failed. */
  whole: (clientId: string, patientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', 'whole', patientId),
      queryFn: ({ client, signal }) =>
        pageOfPatient(client, patientId, (id) =>
          getVisitForms(clientId, { size: MAX_PAGE_SIZE, page: 1, patientId: id }, { signal, silent: true }),
        ),
    }),
  /** The few newest, for what shows a glimpse of them. */
  newest: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', 'newest'),
      queryFn: ({ signal }) => getVisitForms(clientId, { size: 3, page: 1 }, { signal, silent: true }),
    }),
}
