import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LogbookList } from './logbook-list.tsx'
import { PeriodFields, PeriodPresets } from '#src/features/logbook/period-fields.tsx'
import { fiveYears, sameDays } from '#src/features/logbook/period.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { fullDayText } from '#src/features/patients/words.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Stack, Split } from '#src/ui/layout/page.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { WeightPanel } from '#src/features/patients/weight-panel.tsx'
import { PatientVaccinations } from '#src/routes/client/patients/$patientId/-parts/patient-vaccinations.tsx'
import { PatientGiven } from '#src/routes/client/patients/$patientId/-parts/patient-given.tsx'
import { PatientReminders } from '#src/routes/client/patients/$patientId/-parts/patient-reminders.tsx'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { Loading, NotLoaded } from '#src/features/patients/not-loaded.tsx'
import { useLogbook } from './use-logbook.ts'
import styles from '#src/features/patients/patients.module.css'

export interface LogbookViewProps extends PatientProps {
  today: IsoDate
  period: LogbookPeriod
  onPeriod: (period: LogbookPeriod) => void
}

export function LogbookView(props: LogbookViewProps) {
  const { clientId, practiceId, viewedByStaff, patient, today, period, onPeriod } = props
  const titleId = useId()
  const { isPlaceholderData } = useLogbook(clientId, patient.uuid, period)
  return (
    <Split lead="right">
      {/* What is given and due comes first, then until when vaccinations hold: that is what one looks for. */}
      <Stack>
        <PatientGiven {...{ clientId, practiceId, patient, today }} />
        <PatientReminders {...{ clientId, practiceId, viewedByStaff }} patientId={patient.uuid} today={today} />
      </Stack>
      <Stack>
        <PatientVaccinations {...{ clientId, patient, today }} />
        <Panel as="section" aria-labelledby={titleId} aria-busy={isPlaceholderData || undefined}>
          <PanelHead>
            <h2 id={titleId}>
              <FormattedMessage id="client.patients.view.logbook" />
            </h2>
            <PeriodFields period={period} onChange={onPeriod} />
          </PanelHead>
          <div className={styles.presets}>
            <PeriodPresets period={period} today={today} onChange={onPeriod} />
          </div>
          <Entries {...props} />
        </Panel>
      </Stack>
      <div>
        <WeightPanel patient={patient} />
      </div>
    </Split>
  )
}

function Entries({ clientId, patient, today, period, onPeriod }: LogbookViewProps) {
  const intl = useIntl()
  const logbook = useLogbook(clientId, patient.uuid, period)
  const { data: entries, isPlaceholderData } = logbook
  if (entries?.length === 0 && !isPlaceholderData) {
    const isLongest = sameDays(period, fiveYears(today))
    return (
      <Empty
        icon={NotebookPen}
        title={<FormattedMessage id="client.logbook.emptyTitle" />}
        actions={
          !isLongest && (
            <Button variant="secondary" onClick={() => onPeriod(fiveYears(today))}>
              <FormattedMessage id="client.logbook.tryFiveYears" />
            </Button>
          )
        }
      >
        <FormattedMessage
          id="client.logbook.empty"
          values={{ from: fullDayText(period.startDate, intl), to: fullDayText(period.endDate, intl) }}
        />
      </Empty>
    )
  }
  return (
    <div className={styles.body} data-former={isPlaceholderData || undefined}>
      {isPlaceholderData && <Loading hidden />}
      {entries ? (
        <LogbookList entries={entries} label={intl.formatMessage({ id: 'client.patients.view.logbook' })} />
      ) : (
        <NotLoaded asked={[logbook]} />
      )}
    </div>
  )
}
