import { VisitMoment } from '#src/features/visit-moment.tsx'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { RequestLink, useAcceptsRequest } from './request-links.tsx'

/** Links to request forms about the reminders of one animal. */
export interface AppointmentRequestLinks {
  /** Link that requests an appointment. */
  ask: (reminders: readonly Reminder[]) => ReactNode
  /** Button that asks whether it can be done at a booked visit of the animal; null without such a visit. */
  askAtVisit: (reminders: readonly Reminder[]) => ReactNode
}

/** Returns undefined if the practice does not accept such requests. `appointments` are future ones of the client, the next one first. */
export function useAppointmentRequestLinks(appointments: readonly Appointment[]): AppointmentRequestLinks | undefined {
  if (!useAcceptsRequest('APPOINTMENT')) return undefined
  return {
    ask: (reminders) => (
      <RequestLink {...aboutOf(reminders)} variant={visitFor(reminders, appointments) ? 'secondary' : 'primary'}>
        <FormattedMessage id="client.requests.askAppointment" />
      </RequestLink>
    ),
    askAtVisit(reminders) {
      const visit = visitFor(reminders, appointments)
      if (!visit) return null
      return (
        <RequestLink {...aboutOf(reminders)} appointment={visit.uuid} variant="primary">
          <span>
            <FormattedMessage
              id="client.requests.canBeAtVisit"
              values={{ date: <VisitMoment at={visit.start} look="day" /> }}
            />
          </span>
        </RequestLink>
      )
    },
  }
}

export function aboutOf([first, ...others]: readonly Reminder[]) {
  const reminders = others.length > 0 ? others.map(({ uuid }) => uuid) : undefined
  return { kind: 'APPOINTMENT', reminder: first?.uuid, reminders, patient: first?.patientUuid } as const
}

interface AtVisitProps {
  reminders: readonly Reminder[]
  appointment: Pick<Appointment, 'uuid'>
  /** Names of the reminders. */
  what: string
}

/** Says what can be done at a booked visit too; a link if the practice accepts such requests. */
export function AtVisit({ reminders, appointment, what }: AtVisitProps) {
  const text = <FormattedMessage id="client.home.atVisit" values={{ what }} />
  return useAcceptsRequest('APPOINTMENT') ? (
    <RequestLink {...aboutOf(reminders)} appointment={appointment.uuid} className="small">
      {text}
    </RequestLink>
  ) : (
    text
  )
}

const visitFor = ([first]: readonly Reminder[], appointments: readonly Appointment[]): Appointment | undefined =>
  appointments.find(({ patientUuids }) => first?.patientUuid !== undefined && patientUuids.includes(first.patientUuid))
