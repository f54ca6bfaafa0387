import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { useRouter } from '@tanstack/react-router'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { FormattedMessage } from 'react-intl'
import { patientOf } from '#src/features/patients/patient-of.ts'
import { NothingOfPatient, PatientFilter, saysWhose } from '#src/features/patients/patient-filter.tsx'
import type { PatientPage } from '#src/api/patients.ts'
import type { VisitFormSearch } from '#src/api/visit-forms.ts'
import { VisitList } from './visit-list.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { PageOutOfRange } from '#src/features/shell/page-out-of-range.tsx'
import { countOf } from '#src/api/pages.ts'

interface VisitsProps {
  search: VisitFormSearch
  data: PatientPage<VisitForm>
  patients: Patient[] | undefined
  returnedFrom: string | undefined
}

export function Visits({ search: { page, patientId }, data, patients, returnedFrom }: VisitsProps) {
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
        actions={
          (patientId || saysWhose(visits)) && <PatientFilter patients={patients} value={patientId} onChange={choose} />
        }
      />
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

interface NoVisitsProps {
  /** There are fewer pages. */
  isPageOutOfRange: boolean
  /** Filtered by patient. */
  ofOne: boolean
  /** Other pages may have some. */
  onPage: boolean
  unnamed: number
}

function NoVisits({ isPageOutOfRange, ofOne, onPage, unnamed }: NoVisitsProps) {
  if (isPageOutOfRange) return <PageOutOfRange icon={ClipboardList} />
  if (ofOne) return <NothingOfPatient icon={ClipboardList} onPage={onPage} unnamed={unnamed} />
  return (
    <Empty icon={ClipboardList} title={<FormattedMessage id="client.visitForms.emptyTitle" />}>
      <FormattedMessage id="client.visitForms.empty" />
    </Empty>
  )
}
