import ClipboardList from 'lucide-react/icons/clipboard-list'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { patientOf } from '#src/features/patients/patient-of.ts'
import { EmptyForPatient, PatientFilter, canFilterByPatient } from '#src/features/patients/patient-filter.tsx'
import type { PatientPage } from '#src/api/patients.ts'
import type { PatientSearch } from '#src/api/patients.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { VisitList } from './visit-list.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { PageOutOfRange } from '#src/features/shell/paged-list.tsx'
import { countOf } from '#src/api/pages.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Page } from '#contract/paging.ts'
import { concernsCurrent, currentAmong } from '#contract/patient.ts'
import { AppointmentList } from '#src/features/appointments/appointments.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { appointmentLinks } from '#src/features/requests/request-links.tsx'
import { usePatients } from '#src/features/patients/distinct-names.ts'
import { useCan } from '#src/api/capabilities.ts'
import { Block } from '#src/ui/layout/block.tsx'
import { practiceQueries } from '#src/api/practices.ts'
import { BackToVisits, VisitPage } from './visit-page.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { useOwner } from '#src/api/own-client.ts'
import { useFileOf } from '#src/features/documents/use-file-of.ts'

interface VisitsProps {
  clientId: string
  practiceId: string
  search: PatientSearch
  data: PatientPage<VisitForm>
  patients: Patient[] | undefined
  returnedFrom: string | undefined
}

export function Visits({ clientId, practiceId, search, data, patients, returnedFrom }: VisitsProps) {
  const { page, patientId } = search
  const router = useRouter()
  const { content: visits, isFiltered } = data
  const { totalPages, totalElements, size } = data.page
  const pager = (
    <Pager page={page} totalPages={totalPages} totalElements={isFiltered ? countOf(data) : undefined} size={size} />
  )

  function choose(patient: string | undefined) {
    void router.navigate({ to: '/client/visit-forms', search: { page: 1, ...(patient && { patient }) } })
  }

  return (
    <>
      <PageHead
        title={<FormattedMessage id="client.nav.visitForms" />}
        lead={<FormattedMessage id="client.visitForms.lead" />}
        wideLead
        actions={
          (patientId || canFilterByPatient(visits)) && (
            <PatientFilter patients={patients} value={patientId} onChange={choose} />
          )
        }
      />
      {page === 1 && <ComingVisits {...{ clientId, practiceId, patientId }} />}
      {visits.length > 0 ? (
        <VisitList
          visits={visits}
          patientOf={(visit) => patientOf(patients, visit)}
          returnedFrom={returnedFrom}
          pager={pager}
        />
      ) : (
        <Panel>
          <NoVisits
            isPageOutOfRange={isFiltered && totalElements > 0}
            ofOne={patientId !== undefined}
            onPage={!isFiltered}
            unnamed={data.unnamed}
          />
          {pager}
        </Panel>
      )}
    </>
  )
}

interface ComingVisitsProps {
  clientId: string
  practiceId: string
  patientId: string | undefined
}

/** Future appointments, with links to their pages; nothing if the API has no such pages. */
function ComingVisits({ clientId, practiceId, patientId }: ComingVisitsProps) {
  const canVisit = useCan('visits')
  const appointments = useAppointments(clientId, patientId)
  const patients = usePatients(clientId) ?? []
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  if (!canVisit || appointments.length === 0) return null
  return (
    <Block title={<FormattedMessage id="client.visits.coming" />}>
      <AppointmentList withTile {...{ appointments, patients, practice }} actionsOf={appointmentLinks} />
    </Block>
  )
}

interface NoVisitsProps {
  /** Whether the URL requests a page beyond the last one. */
  isPageOutOfRange: boolean
  /** Whether the list is filtered by patient. */
  ofOne: boolean
  /** Whether other pages may contain visits of the patient. */
  onPage: boolean
  unnamed: number
}

function NoVisits({ isPageOutOfRange, ofOne, onPage, unnamed }: NoVisitsProps) {
  if (isPageOutOfRange) return <PageOutOfRange icon={ClipboardList} />
  if (ofOne) return <EmptyForPatient icon={ClipboardList} onPage={onPage} unnamed={unnamed} />
  return (
    <Empty icon={ClipboardList} title={<FormattedMessage id="client.visitForms.emptyTitle" />}>
      <FormattedMessage id="client.visitForms.empty" />
    </Empty>
  )
}

interface OneVisitProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  search: PatientSearch
  visitId: string
  /** Page of the list that is searched first. */
  data: Page<VisitForm>
  patients: Patient[] | undefined
}

export function OneVisit({ data, ...props }: OneVisitProps) {
  const listed = data.content.find(({ uuid }) => uuid === props.visitId)
  return listed ? <LoadedVisit {...props} visit={listed} page={props.search.page} /> : <UnlistedVisit {...props} />
}

function UnlistedVisit(props: Omit<OneVisitProps, 'data'>) {
  const { clientId, search, visitId } = props
  const { data } = useSuspenseQuery(visitFormQueries.one(clientId, search, visitId))
  if (data) return <LoadedVisit {...props} {...data} />
  return (
    <>
      <BackToVisits page={search.page} />
      <Notice title={<FormattedMessage id="client.visitForms.notFoundTitle" />} icons={[ClipboardList]}>
        <FormattedMessage id="client.visitForms.notFound" />
      </Notice>
    </>
  )
}

interface LoadedVisitProps extends Omit<OneVisitProps, 'data'> {
  visit: VisitForm
  page: number
}

function LoadedVisit({ search, patients, visit, page, ...area }: LoadedVisitProps) {
  const { clientId, practiceId } = area
  const fileOf = useFileOf()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  return (
    <VisitPage
      visit={visit}
      patient={patientOf(patients, visit)}
      isCurrent={concernsCurrent([visit.patientUuid], currentAmong(patients))}
      file={fileOf(visit, visitFormQueries.list(clientId, { ...search, page }))}
      listPage={page}
      practice={practice}
      client={useOwner(area)}
    />
  )
}
