import { reminderUuidsOf } from '#contract/appointment.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import type { OpeningHours } from '#contract/opening-hours.ts'
import { MAX_REQUEST_TEXT, PARTS_OF_DAY, WEEKDAYS, type Weekday } from '#contract/request.ts'
import { openParts } from '#contract/request-rules.ts'
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
  /** Opening hours of the practice, which limit the days to choose from. */
  hours: OpeningHours | undefined
}

/** Fields for the purpose and suitable times of an appointment, or for changes to a booked one. */
export function AppointmentFields({ clientId, patients, search, hours }: AppointmentFieldsProps) {
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
      {isAboutTime(search) && <Suits hours={hours} />}
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

/** Choice of suitable days, and then of parts of these days; no choice means any time. */
function Suits({ hours }: { hours: OpeningHours | undefined }) {
  const { formatMessage } = useIntl()
  const { id, value, flag, change, onBlur } = useFormField<readonly string[]>('suits')
  const isChosen = (day: string) => value.some((pair) => pair.startsWith(`${day} `))
  const days = WEEKDAYS.filter((day) => openParts(hours, day).length > 0 || isChosen(day))
  const chosenDays = days.filter(isChosen)
  const chosenParts = PARTS_OF_DAY.filter((part) => value.some((pair) => pair.endsWith(` ${part}`)))
  const parts = PARTS_OF_DAY.filter((part) => chosenDays.some((day) => openParts(hours, day).includes(part)))

  function choose(suitable: readonly Weekday[], wanted: readonly string[]) {
    change(
      suitable.flatMap((day) => {
        const open = openParts(hours, day)
        const both = open.filter((part) => wanted.includes(part))
        return (both.length > 0 ? both : open).map((part) => `${day} ${part}`)
      }),
    )
  }
  const choosePart = (part: string, isOn: boolean) => {
    const wanted = isOn ? [...chosenParts, part] : chosenParts.filter((other) => other !== part)
    choose(wanted.length > 0 ? chosenDays : [], wanted)
  }

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
      <div className={styles.chips}>
        {days.map((day) => (
          <Checkbox
            key={day}
            chip
            checked={isChosen(day)}
            onChange={(isOn) =>
              choose(
                days.filter((other) => (other === day ? isOn : isChosen(other))),
                chosenParts,
              )
            }
          >
            <FormattedMessage id={`core.requests.day.${day}`} />
          </Checkbox>
        ))}
      </div>
      {parts.length > 1 && (
        <div className={styles.chips} role="group" aria-label={formatMessage({ id: 'client.requests.partOfDay' })}>
          {parts.map((part) => (
            <Checkbox key={part} chip checked={chosenParts.includes(part)} onChange={(isOn) => choosePart(part, isOn)}>
              <FormattedMessage id={`core.requests.part.${part}`} />
            </Checkbox>
          ))}
        </div>
      )}
    </GroupFrame>
  )
}
