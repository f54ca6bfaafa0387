import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { FormattedMessage } from 'react-intl'
import type { Page } from '#contract/paging.ts'
import { concernsCurrent, currentAmong } from '#contract/patient.ts'
import { patientOf } from '#src/features/patients/patient-of.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { type VisitFormSearch, visitFormQueries } from '#src/api/visit-forms.ts'
import { BackToVisits, VisitPage } from './visit-page.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { useOwner } from '#src/api/own-client.ts'
import { useFileOf } from '#src/features/documents/use-file-of.ts'

interface OneVisitProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  search: VisitFormSearch
  visitId: string
  /** The page of the list that it is looked for on first. */
  data: Page<VisitForm>
  patients: Patient[] | undefined
}

export function OneVisit({ data, ...props }: OneVisitProps) {
  const listed = data.content.find(({ uuid }) => uuid === props.visitId)
  return listed ? <Found {...props} visit={listed} page={props.search.page} /> : <Elsewhere {...props} />
}

function Elsewhere(props: Omit<OneVisitProps, 'data'>) {
  const { clientId, search, visitId } = props
  const { data } = useSuspenseQuery(visitFormQueries.one(clientId, search, visitId))
  if (data) return <Found {...props} {...data} />
  return (
    <>
      <BackToVisits page={search.page} />
      <Notice title={<FormattedMessage id="client.visitForms.notFoundTitle" />} icons={[ClipboardList]}>
        <FormattedMessage id="client.visitForms.notFound" />
      </Notice>
    </>
  )
}

interface FoundProps extends Omit<OneVisitProps, 'data'> {
  visit: VisitForm
  /** Of the list. */
  page: number
}

function Found({ search, patients, visit, page, ...area }: FoundProps) {
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
