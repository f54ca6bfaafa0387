import { FormattedMessage, useIntl } from 'react-intl'
import { hasMedicines } from '#src/features/medicines/medicine-rows.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { mayBeFood } from '#contract/patient.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'
import type { PatientProps, PatientSearch } from './patient-props.ts'
import { useLogbook } from './logbook/use-logbook.ts'

type View = PatientSearch['show']

const VIEWS: readonly [View, MessageId][] = [
  [undefined, 'client.patients.view.logbook'],
  ['medicines', 'client.patients.view.medicines'],
  ['card', 'client.patients.view.card'],
  ['thread', 'client.patients.view.thread'],
]

interface PatientViewsProps extends PatientProps {
  show: View
  period: LogbookPeriod
}

/** Tabs of the views of a patient, each an address. */
export function PatientViews({ clientId, patient, period, show }: PatientViewsProps) {
  const intl = useIntl()
  const { data: entries } = useLogbook(clientId, patient.uuid, period)
  const withMedicines = show === 'medicines' || mayBeFood(patient) || hasMedicines(entries ?? [])
  return (
    <Tabs label={intl.formatMessage({ id: 'client.patients.views' }, { name: patient.name })}>
      {VIEWS.filter(([view]) => view !== 'medicines' || withMedicines).map(([view, id]) => (
        <TabLink
          key={id}
          to="/client/patients/$patientId"
          params={{ patientId: patient.uuid }}
          search={({ startDate, endDate }) => ({ show: view, startDate, endDate })}
          activeOptions={{ exact: true, includeSearch: true }}
          resetScroll={false}
        >
          <FormattedMessage id={id} />
        </TabLink>
      ))}
    </Tabs>
  )
}
