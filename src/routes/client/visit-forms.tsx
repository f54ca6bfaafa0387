import { useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { useState } from 'react'
import { patientQueries } from '#src/api/patients.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { SILENT, cachedFirst } from '#src/api/query-client.ts'
import { readPage, readText } from '#src/lib/search.ts'
import { Page } from '#src/ui/layout/page.tsx'
import { OneVisit, Visits } from './visit-forms/-parts/visits.tsx'
import { usePatients } from '#src/features/patients/distinct-names.ts'

interface Search {
  page: number
  /** Id of the open visit form. */
  visit?: string | undefined
  /** Id of the patient to filter by. */
  patient?: string | undefined
}

function readSearch(search: Partial<Search> & SearchSchemaInput): Search {
  return {
    page: readPage(search),
    visit: readText(search.visit) || undefined,
    patient: readText(search.patient) || undefined,
  }
}

export const Route = createFileRoute('/client/visit-forms')({
  staticData: { title: 'client.nav.visitForms' },
  validateSearch: readSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, clientId }, deps: { page, patient, visit }, ...loader }) => {
    const patients = queryClient.query({ ...cachedFirst(patientQueries.list(clientId)), meta: SILENT }).catch(() => [])
    if (patient && !(await patients).some(({ uuid }) => uuid === patient)) {
      // An id that is no patient of this client is removed from the URL.
      throw redirect({ to: '/client/visit-forms', search: { page, ...(visit && { visit }) }, replace: true })
    }
    const search = { page, patientId: patient }
    const [{ content }] = await Promise.all([
      queryClient.query(cachedFirst(visitFormQueries.list(clientId, search), loader)),
      // Awaited, because a filter and appointments that appear later would shift the list.
      patients,
      queryClient.query({ ...cachedFirst(appointmentQueries.coming(clientId)), meta: SILENT }).catch(() => {}),
    ])
    if (visit && !content.some(({ uuid }) => uuid === visit)) {
      await queryClient.query(cachedFirst(visitFormQueries.one(clientId, search, visit), loader))
    }
  },
  component: VisitForms,
})

function VisitForms() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { page, patient, visit } = Route.useSearch()
  const search = { page, patientId: patient }
  const { data } = useSuspenseQuery(visitFormQueries.list(clientId, search))
  const patients = usePatients(clientId)
  const [lastOpen, setLastOpen] = useState(visit)
  if (visit && visit !== lastOpen) setLastOpen(visit)
  return (
    <Page>
      {visit ? (
        <OneVisit {...{ clientId, practiceId, viewedByStaff, search, visitId: visit, patients, data }} />
      ) : (
        <Visits {...{ clientId, practiceId, search, patients, data, returnedFrom: lastOpen }} />
      )}
    </Page>
  )
}
