import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { attachmentQueries, loadTypes } from '#src/api/attachments.ts'
import { allOfType } from '#src/features/attachments/types.ts'
import { PatientFilter, canFilterByPatient } from '#src/features/patients/patient-filter.tsx'
import { patientQueries } from '#src/api/patients.ts'
import { SILENT, cachedFirst } from '#src/api/query-client.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import { readPage, readText } from '#src/lib/search.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'
import { usePatients } from '#src/features/patients/distinct-names.ts'
import { countOf } from '#src/api/pages.ts'
import { AttachmentsOfType } from './$attachmentType/-parts/attachments-of-type.tsx'

interface Search {
  page: number
  /** Id of the patient to filter by. */
  patient?: string | undefined
}

function readSearch(search: Partial<Search> & SearchSchemaInput): Search {
  return { page: readPage(search), patient: readText(search.patient) || undefined }
}

export const Route = createFileRoute('/client/attachments/$attachmentType')({
  staticData: { title: 'client.nav.attachments' },
  validateSearch: readSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  loader: async ({
    context: { queryClient, clientId },
    params: { attachmentType: type },
    deps: { page, patient },
    ...loader
  }) => {
    if (!attachmentTypes().includes(type)) throw redirect({ to: '/404', replace: true })
    const patients = queryClient.query({ ...cachedFirst(patientQueries.list(clientId)), meta: SILENT }).catch(() => [])
    if (patient && !(await patients).some(({ uuid }) => uuid === patient)) {
      // An id that is no patient of this client is removed from the URL.
      throw redirect({
        to: '/client/attachments/$attachmentType',
        params: { attachmentType: type },
        search: { page },
        replace: true,
      })
    }
    const [types] = await Promise.all([
      loadTypes(queryClient, clientId, loader),
      queryClient.query(cachedFirst(attachmentQueries.list(clientId, type, { page, patientId: patient }), loader)),
      // Awaited, because a filter that appears later would shift the list.
      patients,
    ])
    // The API does not have this type.
    if (!types.some((one) => one.type === type)) throw redirect({ to: '/client/attachments', replace: true })
  },
  component: Attachments,
})

function Attachments() {
  const { clientId } = Route.useRouteContext()
  const { attachmentType: type } = Route.useParams()
  const { page, patient } = Route.useSearch()
  const navigate = Route.useNavigate()
  const search = { page, patientId: patient }
  const { data } = useSuspenseQuery(attachmentQueries.list(clientId, type, search))
  const patients = usePatients(clientId)
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.nav.attachments" />}
        lead={<FormattedMessage id="client.attachments.lead" />}
        wideLead
        actions={
          (patient || canFilterByPatient(data?.content ?? [])) && (
            <PatientFilter
              patients={patients}
              value={patient}
              onChange={(chosen) => void navigate({ search: { page: 1, ...(chosen && { patient: chosen }) } })}
            />
          )
        }
      />
      <TypeTabs clientId={clientId} patient={patient} />
      <AttachmentsOfType {...{ clientId, type, search, data, patients }} />
    </Page>
  )
}

function TypeTabs({ clientId, patient }: { clientId: string; patient: string | undefined }) {
  const intl = useIntl()
  const types = attachmentTypes()
  // The loader has made these requests; failed ones are not repeated.
  const newest = useQueries({
    queries: types.map((type) => ({ ...attachmentQueries.newest(clientId, type), retryOnMount: false })),
  })
  return (
    <Tabs label={intl.formatMessage({ id: 'client.nav.attachments' })}>
      {types.map((type, index) => {
        const data = newest[index]?.data
        if (data === null) return null
        const count = data && countOf(data)
        return (
          <TabLink
            key={type}
            to="/client/attachments/$attachmentType"
            params={{ attachmentType: type }}
            search={patient ? { patient } : {}}
            activeOptions={{ includeSearch: false }}
            // The totals count the attachments of all patients.
            count={count !== undefined && !patient && <FormattedNumber value={count} />}
          >
            {allOfType(type, intl)}
          </TabLink>
        )
      })}
    </Tabs>
  )
}
