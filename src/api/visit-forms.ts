import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { CancelledError } from '#src/lib/call-error.ts'
import { api, type GetOptions } from './http.ts'
import { type PatientPage, pageOfPatient, type PatientSearch } from './patients.ts'
import { firstOf, type PageRequest, WHOLE, NEWEST, SPECIFIED } from './all-pages.ts'
import { cutTo, pageWith } from './pages.ts'
import { cachedFirst, callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { read } from './response-readers.ts'

export const readVisitForm = read.record<VisitForm>({
  uuid: read.requiredText,
  date: read.requiredDay,
  number: read.text,
  patientUuid: read.text,
  patientName: read.text,
  appointmentUuid: read.text,
  veterinarian: read.text,
  reason: read.text,
  findings: read.text,
  diagnosis: read.text,
  treatment: read.text,
  advice: read.text,
  medication: read.items(
    read.record({ product: read.requiredText, dosage: read.text, days: read.number, mayRepeat: read.flag }),
  ),
  followUpDate: read.day,
  fileName: read.text,
  mimeType: read.text,
  sizeBytes: read.number,
  url: read.text,
})

export const readVisitForms = read.page(readVisitForm)

export const getVisitForms = async (
  clientId: string,
  request: PageRequest & Pick<PatientSearch, 'patientId'>,
  options: GetOptions,
) => readVisitForms(await api.get(paths.visitForms(clientId), { search: { ...request }, ...options }))

export const visitFormQueries = {
  list: (clientId: string, search: PatientSearch) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', search),
      queryFn: (context) =>
        pageOfPatient(context.client, search.patientId, (patientId) =>
          getVisitForms(clientId, { page: search.page - 1, ...SPECIFIED, patientId }, callOf(context)),
        ),
      select: (response: PatientPage<VisitForm>) => cutTo(response, search.page),
    }),
  /**
   * A visit form with its page; null: not found. The API has no call for one visit form, so the pages of the list are searched. The
   * shown page is first, then the others, newest first, each at most once.
   */
  one: (clientId: string, search: PatientSearch, visitId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', 'one', search, visitId),
      queryFn: async ({ client, signal, meta }) => {
        const onPage = (page: number) =>
          // Without the cut of `list`: a response with the whole list is searched once.
          client.query({
            ...cachedFirst(visitFormQueries.list(clientId, { ...search, page })),
            ...(meta && { meta }),
            select: (response) => response,
          })
        const currentPage = await onPage(search.page)
        const knownIds = new Set(currentPage.content.map(({ uuid }) => uuid))
        const found = (visits: VisitForm[]) => visits.find(({ uuid }) => uuid === visitId)
        const listed = found(currentPage.content)
        if (listed) return { visit: listed, page: pageWith(listed, currentPage, search.page) }
        for (let page = 1; page <= currentPage.page.totalPages; page++) {
          if (page === search.page) continue
          if (signal.aborted) throw new CancelledError('Cancelled')
          const response = await onPage(page)
          const visit = found(response.content)
          if (visit) return { visit, page: pageWith(visit, response, page) }
          const before = knownIds.size
          for (const { uuid } of response.content) knownIds.add(uuid)
          // A page without new records is the last one, whatever the count says.
          if (knownIds.size === before) return null
        }
        return null
      },
    }),
  /** Reads at most one full page; `page` has the total. The caller shows a failure. */
  whole: (clientId: string, patientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', 'whole', patientId),
      queryFn: ({ client, signal }) =>
        pageOfPatient(client, patientId, (id) =>
          firstOf(
            client,
            (request) => getVisitForms(clientId, { ...request, patientId: id }, { signal, silent: true }),
            WHOLE,
          ),
        ),
    }),
  /** The newest few, for summaries. */
  newest: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'visit-forms', 'newest'),
      queryFn: ({ client, signal }) =>
        firstOf(client, (request) => getVisitForms(clientId, request, { signal, silent: true }), NEWEST),
    }),
}
