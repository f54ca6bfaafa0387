import { type IsoDate, addDays, calendarDay } from './dates.ts'

export const REMINDER_TYPES = [
  'VACCINATION',
  'DEWORMING',
  'PARASITES',
  'DENTAL',
  'CHECK_UP',
  'LAB',
  'MEDICATION',
  'INSURANCE',
  'FARM_PLAN',
  'OTHER',
] as const
export const REMINDER_STATUSES = ['OPEN', 'SENT', 'DONE', 'CANCELLED', 'EXPIRED'] as const

/** Number of days before the due date from which a reminder counts as upcoming, in the portal and in mails. */
export const SOON_DAYS = 14

/** Returns the due date; undefined if the API provides none. */
export const dayOf = ({ date }: { date?: unknown }): IsoDate | undefined => calendarDay(date)

interface Due {
  date?: unknown
  bookedFor?: string | undefined
}

/** Whether an appointment is booked for a reminder, so that the owner has nothing to do. */
export const isBooked = ({ bookedFor }: Due): boolean => bookedFor !== undefined

/** Returns the date shown: that of the booked appointment until its outcome is known, else the due date. */
export function displayDateOf(reminder: Due, today: IsoDate): IsoDate | undefined {
  const booked = calendarDay(reminder.bookedFor)
  if (booked === undefined) return dayOf(reminder)
  return booked < today ? today : booked
}

/** Whether the due date is before today. */
export function isLate(reminder: Due, today: IsoDate): boolean {
  const day = displayDateOf(reminder, today)
  return day !== undefined && day < today
}

/** Whether the due date is today or earlier. */
export function isDue(reminder: Due, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day <= today && !isBooked(reminder)
}

interface Visit {
  uuid: string
  start: string
  patientUuids: readonly string[]
}

/**
 * Returns for each appointment the reminders that can be done there, by animal: those of its animals that are due at most
 * `SOON_DAYS` later. Only the first appointment of an animal has its reminders. `appointments` are future ones, the next
 * one first.
 */
export function doneAtVisits<Reminder extends Due & { patientUuid?: string | undefined }>(
  appointments: readonly Visit[],
  reminders: readonly Reminder[],
): Map<string, Reminder[][]> {
  const planned = new Set<string>()
  return new Map(
    appointments.map(({ uuid, start, patientUuids }) => {
      const animals = patientUuids.filter((animal) => !planned.has(animal))
      for (const animal of animals) planned.add(animal)
      const until = addDays(calendarDay(start) ?? '', SOON_DAYS)
      const fits = (reminder: Reminder) => !isBooked(reminder) && (dayOf(reminder) ?? '~') <= until
      const groups = animals.map((animal) =>
        reminders.filter((reminder) => reminder.patientUuid === animal && fits(reminder)),
      )
      return [uuid, groups.filter((group) => group.length > 0)]
    }),
  )
}
