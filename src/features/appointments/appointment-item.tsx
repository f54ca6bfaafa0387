import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { ZONE } from '#contract/zone.ts'
import { Item } from '#src/ui/data/items.tsx'
import { Moment } from '#src/ui/data/moment.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import styles from './appointment-item.module.css'
import { type Named, animalsOf, nameOfAppointment, saveAppointment } from './calendar.ts'

export interface AppointmentItemProps {
  appointment: Appointment
  patients: readonly Named[]
  practice: Pick<Practice, 'name' | 'phone'>
  today: IsoDate
  /** Of a list with tiles; without them the animals are not named either, for it is the page of one. */
  withTile?: boolean
  /** What can be asked of it. */
  actions?: ReactNode
}

/** When it is, for whom, where, and what has to be done before. */
export function AppointmentItem(props: AppointmentItemProps) {
  const { appointment, patients, practice, today, withTile = false, actions } = props
  const intl = useIntl()
  const { start, reason } = appointment
  const name = nameOfAppointment(appointment, patients, intl)
  const animals = withTile && animalsOf(appointment, patients, intl)
  return (
    <Item
      stacked="early"
      tile={withTile && <Tile icon={CalendarCheck} />}
      title={
        <span className={styles.start}>
          <Moment at={start} timeZone={ZONE} today={today} look="long" />
        </span>
      }
      sub={
        <>
          <span className={styles.what}>{animals ? name : reason}</span>
          <AppointmentFacts appointment={appointment} />
        </>
      }
      when={
        <div className={styles.actions}>
          {actions}
          <IconButton
            icon={CalendarPlus}
            label={intl.formatMessage({ id: 'client.reminders.save' }, { name })}
            onClick={() => saveAppointment(appointment, { patients, practice, intl })}
          />
        </div>
      }
    />
  )
}

/** How long it takes, where and by whom, and what the owner has to do before. */
export function AppointmentFacts({ appointment }: Pick<AppointmentItemProps, 'appointment'>) {
  const intl = useIntl()
  const { durationMinutes, place, veterinarian, preparation } = appointment
  const minutes =
    durationMinutes > 0 && intl.formatMessage({ id: 'client.appointments.minutes' }, { count: durationMinutes })
  return (
    <>
      <span className={styles.line}>{[minutes, place, veterinarian].filter(Boolean).join(' · ')}</span>
      {preparation && (
        <span className={styles.preparation}>
          <strong>
            <FormattedMessage id="client.appointments.before" />
          </strong>{' '}
          {preparation}
        </span>
      )}
    </>
  )
}
