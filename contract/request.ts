import { DAY_MS } from './dates.ts'
import { type OpeningHours, periodsOfWeekday } from './opening-hours.ts'
import type { NewRequest } from './schemas/request.ts'
import { aheadOfUtc } from './zone.ts'

export const REQUEST_KINDS = ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_STATES = ['sent', 'seen', 'answered', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
export const WAITING_STATES = ['sent', 'seen'] as const satisfies readonly RequestState[]
/** Whether a request waits for the practice. An unknown state of another API does not count as waiting. */
export const isWaiting = (state: RequestState): boolean => WAITING_STATES.some((waiting) => waiting === state)
export const REQUEST_OUTCOMES = ['answered', 'declined'] as const satisfies readonly RequestState[]
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]

export const APPOINTMENT_WISHES = ['BOOK', 'MOVE', 'CANCEL'] as const
export type AppointmentWish = (typeof APPOINTMENT_WISHES)[number]
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export const PARTS_OF_DAY = ['MORNING', 'AFTERNOON', 'EVENING'] as const
type PartOfDay = (typeof PARTS_OF_DAY)[number]

const TIMES: Readonly<Record<PartOfDay, readonly [from: string, until: string]>> = {
  MORNING: ['00:00', '12:00'],
  AFTERNOON: ['12:00', '18:00'],
  EVENING: ['18:00', '24:00'],
}

/** Returns the parts of a day in which the practice is open; without known hours, all parts from Monday to Friday. */
export function openParts(hours: OpeningHours | undefined, day: Weekday): PartOfDay[] {
  const weekday = WEEKDAYS.indexOf(day) + 1
  if (!hours || hours.periods.length === 0) return weekday <= 5 ? [...PARTS_OF_DAY] : []
  const periods = periodsOfWeekday(hours, weekday)
  return PARTS_OF_DAY.filter((part) => {
    const [from, until] = TIMES[part]
    return periods.some(({ opens, closes }) => opens < until && closes > from)
  })
}

/** Whether a request is for care, which requires its animal to be alive and at the practice. */
export const needsCare = ({ kind, wish }: { kind: RequestKind; wish?: AppointmentWish | undefined }): boolean =>
  kind === 'REPEAT_MEDICINE' || (kind === 'APPOINTMENT' && wish === 'BOOK')

/** Fields of their own record that owners may report as wrong. */
export const DETAIL_FIELDS = [
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'postalCode',
  'city',
  'phone',
  'mobile',
  'email',
] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]

/** Maximum number of requests from one account in 24 hours. */
export const REQUESTS_PER_DAY = 20
/** Maximum number of waiting requests of one practice. */
export const MAX_WAITING_REQUESTS = 10_000
export const MAX_REQUEST_TEXT = 4000
export const MAX_ANSWER_TEXT = 4000
export const MAX_PRODUCTS = 20
export const MAX_REMINDERS = 50
export const MAX_PHOTOS = 4
/** Maximum length of a photo's longer side in pixels; the browser scales the photo down. */
export const PHOTO_SIDE = 2000
export const MAX_PHOTO_BYTES = 4 * 1024 * 1024
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const
/** Hours after which a photo without a request is removed. */
export const PHOTO_HOURS = 24
/** Maximum number of saved replies per practice. */
export const MAX_ANSWER_TEMPLATES = 20

const isFilled = (text: string | undefined) => Boolean(text?.trim())

/** Returns the required field that a request of its kind lacks, if any. */
export function missingIn({
  kind,
  text,
  products,
  wish,
  reminderUuid,
  reminderUuids,
  appointmentUuid,
  corrections,
}: NewRequest): 'products' | 'wish' | 'appointmentUuid' | 'text' | 'corrections' | undefined {
  switch (kind) {
    case 'REPEAT_MEDICINE':
      return products?.length ? undefined : 'products'
    case 'APPOINTMENT':
      if (!wish) return 'wish'
      if (wish !== 'BOOK') return appointmentUuid ? undefined : 'appointmentUuid'
      return reminderUuid || reminderUuids?.length || isFilled(text) ? undefined : 'text'
    case 'QUESTION':
      return isFilled(text) ? undefined : 'text'
    case 'DETAILS':
      return corrections?.length ? undefined : 'corrections'
  }
}

/** Default limit of a practice, in working days. */
const SEEN_WITHIN_DAYS = 1

/**
 * Returns the sending time before which an unseen request exceeds the limit. Working days are Monday to Friday in the
 * practices' time zone; weekends do not count.
 */
export function unseenBefore(now: Date, days = SEEN_WITHIN_DAYS): string {
  const shown = now.getTime() + aheadOfUtc(now.getTime())
  let at = isWorkingDay(shown) ? shown : shown - (shown % DAY_MS)
  for (let left = days; left > 0;) {
    at -= DAY_MS
    if (isWorkingDay(at)) left -= 1
  }
  // The clocks change on Sundays, so the offset is constant within a working day.
  return new Date(at - aheadOfUtc(at)).toISOString()
}

const isWorkingDay = (shown: number) => ![0, 6].includes(new Date(shown).getUTCDay())
