import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { OpenNow } from '#src/features/practice/opening-hours.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { DueStatus } from '#src/features/reminders/when.tsx'
import { descriptionOf } from '#src/features/reminders/reminder.ts'
import { isBooked } from '#contract/reminder.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { useOwner } from '#src/api/own-client.ts'
import { useAppointmentRequestLinks } from '#src/features/requests/use-appointment-request-links.tsx'
import { useAppointment } from '#src/features/reminders/use-appointment.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from '#src/features/patients/patients.module.css'

interface PatientRemindersProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  patientId: string
  today: IsoDate
}

/** Active reminders of a patient; not rendered until loaded. */
export function PatientReminders({ patientId, today, ...area }: PatientRemindersProps) {
  const { clientId, practiceId } = area
  const titleId = useId()
  const intl = useIntl()
  const { data } = useQuery({ ...reminderQueries.whole(clientId, { active: true, patientId }), retryOnMount: false })
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const canContact = useCan('practice-contact')
  const { buttonFor, dialog } = useAppointment({
    practice,
    client: useOwner(area),
    today,
    openNow: <OpenNow hours={practice.openingHours} />,
    ...useAppointmentRequestLinks(useAppointments(clientId, patientId)),
  })
  if (!data) return null
  const reminders = data.content
  return (
    <Panel as="aside" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.patients.remindersTitle" />
        </h2>
      </PanelHead>
      {reminders.length > 0 ? (
        <div className={styles.reminders}>
          <Items plain bare>
            {reminders.map((reminder) => (
              <Item
                key={reminder.uuid}
                title={descriptionOf(reminder, intl)}
                sub={
                  isBooked(reminder) ? (
                    <DueStatus reminder={reminder} today={today} />
                  ) : (
                    reminder.date && <Day date={reminder.date} day="numeric" month="long" year="numeric" />
                  )
                }
                when={
                  !isBooked(reminder) && (
                    <>
                      <DueStatus reminder={reminder} today={today} />
                      {canContact && buttonFor([reminder], 'short', reminders)}
                    </>
                  )
                }
              />
            ))}
          </Items>
        </div>
      ) : (
        data.unnamed === 0 && (
          <p className={styles.nothing}>
            <FormattedMessage id="client.patients.noReminders" />
          </p>
        )
      )}
      {data.unnamed > 0 && (
        <p className={styles.nothing}>
          <FormattedMessage id="client.patients.unnamedReminders" values={{ count: data.unnamed }} />
        </p>
      )}
      {dialog}
    </Panel>
  )
}
