import { now } from '#src/lib/dates.ts'
import type { IntlShape } from 'react-intl'
import { type CalendarEvent, calendarOf } from '#contract/calendar.ts'
import { isFormer } from '#contract/patient.ts'
import { locationOf } from '#contract/place.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'

export type Named = Pick<Patient, 'uuid' | 'name' | 'deceasedDate' | 'active'>

/** Returns the names of the known, active animals of an appointment. */
export const animalsOf = ({ patientUuids }: Appointment, patients: readonly Named[], intl: IntlShape): string =>
  intl.formatList(
    patients.filter((patient) => patientUuids.includes(patient.uuid) && !isFormer(patient)).map(({ name }) => name),
  )

/** Returns a title such as `Simba: Vaccinatie`. */
export function nameOfAppointment(appointment: Appointment, patients: readonly Named[], intl: IntlShape): string {
  const animal = animalsOf(appointment, patients, intl)
  const what = appointment.reason
  return animal ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal, what }) : what
}

/** Returns duration, place and staff of an appointment in one line. */
export function factsOf({ durationMinutes, place, veterinarian }: Appointment, intl: IntlShape): string {
  const minutes =
    durationMinutes > 0 && intl.formatMessage({ id: 'client.appointments.minutes' }, { count: durationMinutes })
  return [minutes, place, veterinarian].filter(Boolean).join(' · ')
}

/** Facts of a practice in the calendar file of an appointment. */
export type CalendarPractice = Pick<Practice, 'name' | 'phone' | 'address'>

interface Saving {
  patients: readonly Named[]
  practice: CalendarPractice
  intl: IntlShape
}

export function appointmentEvent(appointment: Appointment, { patients, practice, intl }: Saving): CalendarEvent {
  const { uuid, start, durationMinutes, place, veterinarian, preparation } = appointment
  const changedAt = now()
  return {
    uuid,
    start,
    durationMinutes,
    summary: nameOfAppointment(appointment, patients, intl),
    description: [preparation, veterinarian, practice.name, practice.phone].filter(Boolean).join('\n'),
    location: locationOf(place, practice),
    // The portal counts no revisions, so SEQUENCE is the time in minutes, which increases and fits.
    sequence: Math.floor(changedAt.getTime() / 60_000),
    changedAt,
  }
}

export function saveAppointment(appointment: Appointment, saving: Saving): void {
  const calendar = calendarOf([appointmentEvent(appointment, saving)])
  const name = nameOfAppointment(appointment, saving.patients, saving.intl)
  const title = saving.intl.formatMessage({ id: 'client.appointments.file' })
  saveFile(`${fileName([title, name])}.ics`, new Blob([calendar], { type: 'text/calendar;charset=utf-8' }))
}
