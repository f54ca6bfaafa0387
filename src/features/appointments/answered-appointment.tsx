import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { stateOfAppointment } from '#contract/appointment.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { ZONE } from '#contract/zone.ts'
import { now as serverNow, today as todayNow } from '#src/lib/dates.ts'
import { Moment } from '#src/ui/data/moment.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './appointment-item.module.css'
import { AppointmentFacts } from './appointment-item.tsx'
import { nameOfAppointment, saveAppointment } from './calendar.ts'
import { appointmentStatusText } from './words.ts'

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
          <Moment at={appointment.start} timeZone={ZONE} today={todayNow()} look="long" />
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
        <Status tone={state === 'CANCELLED' ? 'bad' : undefined}>{appointmentStatusText(state, intl)}</Status>
      )}
    </div>
  )
}
