import { Link } from '@tanstack/react-router'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import styles from './appointment-item.module.css'
import { FormattedMessage, useIntl } from 'react-intl'
import { type ReactNode, useState } from 'react'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import {
  type CalendarPractice,
  type Named,
  animalsOf,
  factsOf,
  nameOfAppointment,
  saveAppointment,
} from './calendar.ts'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { stateOfAppointment } from '#contract/appointment.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { now as serverNow } from '#src/lib/dates.ts'
import { Status } from '#src/ui/data/status.tsx'
import { textOf } from '#src/lib/intl.tsx'

interface AppointmentListProps extends Omit<AppointmentItemProps, 'appointment' | 'actions' | 'more'> {
  /** Future appointments, the next one first. */
  appointments: readonly Appointment[]
  /** Renders the actions of an appointment; `name` is for their accessible names. */
  actionsOf: (appointment: Appointment, name: string) => ReactNode
  /** Renders further lines of an appointment. */
  moreOf?: ((appointment: Appointment) => ReactNode) | undefined
}

/** The next appointment, with the others in a disclosure. */
export function AppointmentList({ appointments, actionsOf, moreOf, ...of }: AppointmentListProps) {
  const intl = useIntl()
  const rows = appointments.map((appointment) => (
    <AppointmentItem
      key={appointment.uuid}
      appointment={appointment}
      actions={actionsOf(appointment, nameOfAppointment(appointment, of.patients, intl))}
      more={moreOf?.(appointment)}
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
  practice: CalendarPractice
  /** Whether to show tiles and names of animals; not on the page of one animal. */
  withTile?: boolean
  /** Actions of the appointment. */
  actions?: ReactNode
  /** Further lines. */
  more?: ReactNode
}

/** Time, animals, place and preparation of an appointment. */
function AppointmentItem(props: AppointmentItemProps) {
  const { appointment, patients, practice, withTile = false, actions, more } = props
  const intl = useIntl()
  const { start, reason } = appointment
  const name = nameOfAppointment(appointment, patients, intl)
  const animals = withTile && animalsOf(appointment, patients, intl)
  return (
    <Item
      stacked="early"
      tile={withTile && <Tile icon={CalendarCheck} />}
      title={
        <VisitLink appointment={appointment}>
          <span className={styles.start}>
            <VisitMoment at={start} look="long" />
          </span>
        </VisitLink>
      }
      sub={
        <>
          <span className={styles.what}>{animals ? name : reason}</span>
          <AppointmentFacts appointment={appointment} />
          {more}
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

/** Link to the page of an appointment; only its children if the API has no visits. */
export function VisitLink({ appointment: { uuid }, children }: { appointment: { uuid: string }; children: ReactNode }) {
  return useCan('visits') ? (
    <Link to="/client/visits/$appointmentId" params={{ appointmentId: uuid }}>
      {children}
    </Link>
  ) : (
    children
  )
}

/** Duration, place, staff and preparation of an appointment. */
function AppointmentFacts({ appointment }: Pick<AppointmentItemProps, 'appointment'>) {
  const intl = useIntl()
  const { preparation } = appointment
  return (
    <>
      <span className={styles.line}>{factsOf(appointment, intl)}</span>
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
  practice: CalendarPractice | undefined
  /** Whether the owner sees it, with a link to its page. */
  withLink?: boolean
}

/** Current state of the appointment in a practice's answer, if any; a future one can be saved to the user's calendar. */
export function AnsweredAppointment({ request, practice, withLink = false }: AnsweredAppointmentProps) {
  const intl = useIntl()
  const [now] = useState(serverNow)
  const appointment = request.answer?.appointment
  if (!appointment) return null
  const { patientUuid: uuid, patientName: name } = request
  const patients = uuid !== undefined && name !== undefined ? [{ uuid, name }] : []
  const title = nameOfAppointment(appointment, patients, intl)
  const state = stateOfAppointment(appointment, now)
  return (
    <div className={styles.answered}>
      <CalendarCheck className={styles.mark} />
      <div>
        <strong className={styles.start}>
          <VisitMoment at={appointment.start} look="long" />
        </strong>
        <span className={styles.what}>
          {withLink ? <VisitLink appointment={appointment}>{title}</VisitLink> : title}
        </span>
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
