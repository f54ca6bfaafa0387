import { type IsoDate, calendarDay } from './dates.ts'

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
