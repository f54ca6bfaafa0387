import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import styles from './appointment-item.module.css'
import { FormattedMessage, useIntl } from 'react-intl'
import { type ReactNode, useState } from 'react'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { type Named, animalsOf, nameOfAppointment, saveAppointment } from './calendar.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { stateOfAppointment } from '#contract/appointment.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { now as serverNow } from '#src/lib/dates.ts'
import { Status } from '#src/ui/data/status.tsx'
import { textOf } from '#src/lib/intl.tsx'

interface AppointmentListProps extends Omit<AppointmentItemProps, 'appointment' | 'actions'> {
  /** The next one first. */
  appointments: readonly Appointment[]
  /** What can be asked of one, by its name. */
  actionsOf: (appointment: Appointment, name: string) => ReactNode
}

/** The next one, and the others folded below it. */
export function AppointmentList({ appointments, actionsOf, ...of }: AppointmentListProps) {
  const intl = useIntl()
  const rows = appointments.map((appointment) => (
    <AppointmentItem
      key={appointment.uuid}
      appointment={appointment}
      actions={actionsOf(appointment, nameOfAppointment(appointment, of.patients, intl))}
      {...of}
    />
  ))
  const others = rows.slice(1)
  const isPlain = !of.withTile
  return (
    <>
      <Items plain={isPlain}>{rows.slice(0, 1)}</Items>
      {others.length > 0 && (
        <Panel>
          <Fold title={<FormattedMessage id="client.appointments.more" values={{ count: others.length }} />}>
            <Items bare plain={isPlain}>
              {others}
            </Items>
          </Fold>
        </Panel>
      )}
    </>
  )
}

interface AppointmentItemProps {
  appointment: Appointment
  patients: readonly Named[]
  practice: Pick<Practice, 'name' | 'phone'>
  /** Of a list with tiles; without them the animals are not named either, for it is the page of one. */
  withTile?: boolean
  /** What can be asked of it. */
  actions?: ReactNode
}

/** When it is, for whom, where, and what has to be done before. */
function AppointmentItem(props: AppointmentItemProps) {
  const { appointment, patients, practice, withTile = false, actions } = props
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
          <VisitMoment at={start} look="long" />
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
function AppointmentFacts({ appointment }: Pick<AppointmentItemProps, 'appointment'>) {
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

interface AnsweredAppointmentProps {
  request: Pick<PortalRequest, 'answer' | 'patientUuid' | 'patientName'>
  practice: Pick<Practice, 'name' | 'phone'> | undefined
}

/** The appointment of an answer as it is now, if any; a coming one can be saved in the own calendar. */
export function AnsweredAppointment({ request, practice }: AnsweredAppointmentProps) {
  const intl = useIntl()
  const [now] = useState(serverNow)
  const appointment = request.answer?.appointment
  if (!appointment) return null
  const { patientUuid: uuid, patientName: name } = request
  const patients = uuid !== undefined && name !== undefined ? [{ uuid, name }] : []
  const state = stateOfAppointment(appointment, now)
  return (
    <div className={styles.answered}>
      <CalendarCheck className={styles.mark} />
      <div>
        <strong className={styles.start}>
          <VisitMoment at={appointment.start} look="long" />
        </strong>
        <span className={styles.what}>{nameOfAppointment(appointment, patients, intl)}</span>
        <AppointmentFacts appointment={appointment} />
      </div>
      {state === 'BOOKED' ? (
        <Button
          variant="secondary"
          icon={CalendarPlus}
          onClick={() => saveAppointment(appointment, { patients, practice: practice ?? { name: '' }, intl })}
        >
          <FormattedMessage id="client.reminders.saveThis" />
        </Button>
      ) : (
        <Status tone={state === 'CANCELLED' ? 'bad' : undefined}>
          {textOf(`client.appointments.status.${state}`, state, intl)}
        </Status>
      )}
    </div>
  )
}
