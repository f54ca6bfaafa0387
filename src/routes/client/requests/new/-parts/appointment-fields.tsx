import { reminderUuidsOf } from '#contract/appointment.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_REQUEST_TEXT, PARTS_OF_DAY, WEEKDAYS } from '#contract/request.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import type { NewRequestSearch } from '#src/api/request-terms.ts'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { nameOf } from '#src/features/reminders/reminder.ts'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { GroupFrame } from '#src/ui/forms/group-frame.tsx'
import { TextareaField } from '#src/ui/forms/text-field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import { PatientField } from './fields.tsx'
import styles from './fields.module.css'
import { isAboutTime, wishOf } from './values.ts'

interface AppointmentFieldsProps {
  clientId: string
  patients: readonly Patient[]
  search: NewRequestSearch
}

/** Fields for the purpose and suitable times of an appointment, or for changes to a booked one. */
export function AppointmentFields({ clientId, patients, search }: AppointmentFieldsProps) {
  const wish = wishOf(search)
  const reminders = useNamedReminders(clientId, search)
  const visit = useAppointments(clientId).find(({ uuid }) => uuid === search.appointment)
  return (
    <>
      {wish === 'BOOK' && <PatientField patients={patients} />}
      {reminders.length > 0 && <ForReminders reminders={reminders} />}
      {wish === 'BOOK' && visit && (
        <p>
          <FormattedMessage
            id="client.requests.atVisit"
            values={{ date: <VisitMoment at={visit.start} look="long" /> }}
          />
        </p>
      )}
      {wish !== 'BOOK' && (
        <p>
          <FormattedMessage id={wish === 'MOVE' ? 'client.requests.moves' : 'client.requests.cancels'} />
        </p>
      )}
      <TextareaField
        name="text"
        label={<FormattedMessage id={isReasonNeeded(search) ? 'client.requests.reason' : 'client.requests.note'} />}
        required={isReasonNeeded(search)}
        rows={3}
        max={MAX_REQUEST_TEXT}
      />
      {isAboutTime(search) && <Suits />}
    </>
  )
}

const isReasonNeeded = (search: NewRequestSearch) =>
  wishOf(search) === 'BOOK' && !search.reminder && !search.reminders?.length

function useNamedReminders(clientId: string, { reminder, reminders }: NewRequestSearch): Reminder[] {
  const named = reminderUuidsOf({ reminderUuid: reminder, reminderUuids: reminders })
  const { data } = useQuery({ ...reminderQueries.whole(clientId, { active: true }), enabled: named.length > 0 })
  return data?.content.filter(({ uuid }) => named.includes(uuid)) ?? []
}

/** Reminders for which the appointment is requested. */
function ForReminders({ reminders }: { reminders: readonly Reminder[] }) {
  const intl = useIntl()
  const names = reminders.map((reminder) => nameOf(reminder, intl))
  return (
    <p>
      <FormattedMessage id="client.requests.forReminder" values={{ name: <strong>{intl.formatList(names)}</strong> }} />
    </p>
  )
}

/** Choice of suitable days and parts of days; no choice means any time. */
function Suits() {
  const { formatMessage } = useIntl()
  const { id, value, flag, change, onBlur } = useFormField<readonly string[]>('suits')
  const choose = (each: string, isChosen: boolean) =>
    change(isChosen ? [...value, each] : value.filter((other) => other !== each))
  return (
    <GroupFrame
      id={id}
      name="suits"
      label={<FormattedMessage id="client.requests.suits" />}
      hint={<FormattedMessage id="client.requests.suitsHint" />}
      flag={flag}
      onBlur={onBlur}
      aria-describedby={`${id}-hint`}
    >
      <table className={styles.suits}>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">
                <FormattedMessage id="client.requests.day" />
              </span>
            </th>
            {PARTS_OF_DAY.map((part) => (
              <th key={part} scope="col">
                <FormattedMessage id={`core.requests.part.${part}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((day) => (
            <tr key={day}>
              <th scope="row">
                <FormattedMessage id={`core.requests.day.${day}`} />
              </th>
              {PARTS_OF_DAY.map((part) => (
                <td key={part}>
                  <Checkbox
                    aria-label={`${formatMessage({ id: `core.requests.day.${day}` })} ${formatMessage({ id: `core.requests.part.${part}` })}`}
                    checked={value.includes(`${day} ${part}`)}
                    onChange={(isChosen) => choose(`${day} ${part}`, isChosen)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </GroupFrame>
  )
}
