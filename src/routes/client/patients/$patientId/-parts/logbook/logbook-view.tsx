import NotebookPen from 'lucide-react/icons/notebook-pen'
import styles from '#src/features/patients/patients.module.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, useId, useMemo } from 'react'
import { practiceQueries } from '#src/api/practices.ts'
import { AppointmentList } from '#src/features/appointments/appointments.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { usePatients } from '#src/features/patients/distinct-names.ts'
import { appointmentLinks } from '#src/features/requests/request-links.tsx'
import { FormattedMessage, useIntl } from 'react-intl'
import { PeriodFields, PeriodPresets, fiveYearsButton } from '#src/features/logbook/period-fields.tsx'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { fullDayText } from '#src/features/patients/patient-texts.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Split, Stack } from '#src/ui/layout/page.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { WeightPanel } from '#src/features/patients/weight-panel.tsx'
import { PatientMedication } from '#src/routes/client/patients/$patientId/-parts/patient-medication.tsx'
import { PatientReminders } from '#src/routes/client/patients/$patientId/-parts/patient-reminders.tsx'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { Loading, NotLoaded, hasFailed } from '#src/features/patients/not-loaded.tsx'
import { useLogbook } from '../use-logbook.ts'
import { useCardRecords, vaccinationsOfPatient } from '../card/use-card-records.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { useMore } from '#src/ui/data/more.tsx'
import { Timeline, TimelineEntry, TimelineYear } from '#src/ui/data/timeline.tsx'
import { byYear, newestFirst } from './by-year.ts'
import { EntryDetails, entryTitle, iconOf } from './entry-details.tsx'
import type { Patient } from '#contract/schemas/patient.ts'
import { isFormer, mayBeFood } from '#contract/patient.ts'
import { VaccinationsPanel } from '#src/features/patients/vaccinations-panel.tsx'

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
      {/* Current medication and due reminders are first, then valid vaccinations, because owners look for these most. */}
      <Stack>
        <PatientMedication {...{ clientId, practiceId, patient, today }} />
        <PatientReminders {...{ clientId, practiceId, viewedByStaff }} patientId={patient.uuid} today={today} />
      </Stack>
      <Stack>
        <PatientVaccinations {...{ clientId, patient, today }} />
        {/* An appointment for several animals continues without a former animal. */}
        {!isFormer(patient) && <PatientAppointments {...{ clientId, practiceId }} patientId={patient.uuid} />}
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
    return (
      <Empty
        icon={NotebookPen}
        title={<FormattedMessage id="client.logbook.emptyTitle" />}
        actions={fiveYearsButton({ period, today, onChange: onPeriod })}
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
        <NotLoaded queries={[logbook]} />
      )}
    </div>
  )
}

function LogbookList({ entries, label }: { entries: readonly LogbookEntry[]; label: string }) {
  const intl = useIntl()
  const { shown, more } = useMore(useMemo(() => newestFirst(entries), [entries]))
  return (
    <>
      <Timeline label={label}>
        {byYear(shown).map(({ year, rows }) => (
          <Fragment key={year}>
            <TimelineYear>{year || <FormattedMessage id="client.logbook.undated" />}</TimelineYear>
            {rows.map((entry, index) => (
              <TimelineEntry
                key={entry.uuid ?? index}
                date={entry.date}
                icon={iconOf(entry)}
                title={entryTitle(entry, intl)}
              >
                <EntryDetails entry={entry} />
              </TimelineEntry>
            ))}
          </Fragment>
        ))}
      </Timeline>
      {more}
    </>
  )
}

interface PatientVaccinationsProps {
  clientId: string
  patient: Patient
  today: IsoDate
}

/** Vaccinations of a patient. Not rendered for livestock without any, and on failure, which the card shows. */
function PatientVaccinations({ clientId, patient, today }: PatientVaccinationsProps) {
  const { queries, records } = useCardRecords(clientId, patient.uuid, today)
  if (records) {
    const vaccinations = vaccinationsOfPatient(patient, records, today)
    if (vaccinations.length === 0 && mayBeFood(patient)) return null
    return <VaccinationsPanel vaccinations={vaccinations} name={patient.name} today={today} />
  }
  if (queries.some(hasFailed) || mayBeFood(patient)) return null
  return (
    <Panel>
      <PanelHead>
        <h2>
          <FormattedMessage id="client.card.vaccinations" />
        </h2>
      </PanelHead>
      <div className={styles.body}>
        <Loading />
      </div>
    </Panel>
  )
}

interface PatientAppointmentsProps {
  clientId: string
  practiceId: string
  patientId: string
}

/** Next appointment of a patient; not rendered without one. */
function PatientAppointments({ clientId, practiceId, patientId }: PatientAppointmentsProps) {
  const titleId = useId()
  const appointments = useAppointments(clientId, patientId)
  const patients = usePatients(clientId) ?? []
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  if (appointments.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={styles.appointments}>
      <h2 id={titleId}>
        <FormattedMessage id="client.appointments.next" />
      </h2>
      <AppointmentList {...{ appointments, patients, practice }} actionsOf={appointmentLinks} />
    </section>
  )
}
