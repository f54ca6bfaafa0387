import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { OpenNow } from '#src/features/practice/open-now.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { DueStatus } from '#src/features/reminders/when.tsx'
import { descriptionOf } from '#src/features/reminders/reminder.ts'
import { SOON_DAYS, dayOf, isBooked } from '#contract/reminder.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { useOwner } from '#src/api/own-client.ts'
import { useAppointmentRequestLinks } from '#src/features/requests/use-appointment-request-links.tsx'
import { useAppointment } from '#src/features/reminders/use-appointment.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
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
  const isSoon = ({ date, ...of }: Reminder) => isBooked(of) || (dayOf({ date }) ?? '') <= addDays(today, SOON_DAYS)
  const soon = reminders.filter(isSoon)
  const later = reminders.filter((reminder) => !isSoon(reminder))
  const open = reminders.filter((reminder) => !isBooked(reminder))
  const due = open.filter(isSoon)
  return (
    <Panel as="aside" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.patients.remindersTitle" />
        </h2>
        {canContact && open.length > 0 && buttonFor(due.length > 0 ? due : open.slice(0, 1), 'whole')}
      </PanelHead>
      {soon.length > 0 && (
        <div className={styles.reminders}>
          <Items plain bare>
            {soon.map((reminder) => (
              <ReminderItem key={reminder.uuid} reminder={reminder} today={today} />
            ))}
          </Items>
        </div>
      )}
      {later.length > 0 && (
        <Fold
          isOpen={soon.length === 0}
          title={<FormattedMessage id="client.patients.remindersLater" values={{ count: later.length }} />}
        >
          <Items plain bare>
            {later.map((reminder) => (
              <ReminderItem key={reminder.uuid} reminder={reminder} today={today} />
            ))}
          </Items>
        </Fold>
      )}
      {reminders.length === 0 && data.unnamed === 0 && (
        <p className={styles.nothing}>
          <FormattedMessage id="client.patients.noReminders" />
        </p>
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

function ReminderItem({ reminder, today }: { reminder: Reminder; today: IsoDate }) {
  const intl = useIntl()
  const status = <DueStatus reminder={reminder} today={today} />
  return (
    <Item
      title={descriptionOf(reminder, intl)}
      sub={
        isBooked(reminder)
          ? status
          : reminder.date && <Day date={reminder.date} day="numeric" month="long" year="numeric" />
      }
      when={!isBooked(reminder) && status}
    />
  )
}
