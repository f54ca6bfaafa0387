import { DAY_MS } from './dates.ts'
import type { NewRequest } from './schemas/request.ts'
import { aheadOfUtc } from './zone.ts'

/** What an owner asks of the practice. */
export const REQUEST_KINDS = ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_STATES = ['sent', 'seen', 'answered', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
/** Those that wait for the practice. */
export const WAITING_STATES = ['sent', 'seen'] as const satisfies readonly RequestState[]
/** Whether a request waits for the practice. A state that only another API knows does not. */
export const isWaiting = (state: RequestState): boolean => WAITING_STATES.some((waiting) => waiting === state)
/** How the practice ends one. */
export const REQUEST_OUTCOMES = ['answered', 'declined'] as const satisfies readonly RequestState[]
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]

/** Of an appointment: a new one, another time for one, or none any more. */
export const APPOINTMENT_WISHES = ['BOOK', 'MOVE', 'CANCEL'] as const
export type AppointmentWish = (typeof APPOINTMENT_WISHES)[number]
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export const PARTS_OF_DAY = ['MORNING', 'AFTERNOON', 'EVENING'] as const

/** Whether a request asks for care to be given, for which its animal has to be alive and at the practice. */
export const asksForCare = ({ kind, wish }: { kind: RequestKind; wish?: AppointmentWish | undefined }): boolean =>
  kind === 'REPEAT_MEDICINE' || (kind === 'APPOINTMENT' && wish === 'BOOK')

/** The fields of one's own record that an owner may say are wrong. */
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

/** Of one account in 24 hours. */
export const REQUESTS_PER_DAY = 20
/** Of one practice that wait at once. */
export const MOST_WAITING_REQUESTS = 10_000
export const MAX_REQUEST_TEXT = 4000
export const MAX_ANSWER_TEXT = 4000
export const MAX_PRODUCTS = 20
/** Reminders that one appointment is asked for. */
export const MAX_REMINDERS = 50
export const MAX_PHOTOS = 4
/** Of the longer side of a photo, in pixels: the browser reduces it. */
export const PHOTO_SIDE = 2000
export const MAX_PHOTO_BYTES = 4 * 1024 * 1024
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const
/** A photo of which no request was made is removed after it. */
export const PHOTO_HOURS = 24
/** Texts of the practice to begin an answer with. */
export const MAX_ANSWER_TEMPLATES = 20

const isFilled = (text: string | undefined) => Boolean(text?.trim())

/** The field without which a request of its kind says nothing. */
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

/** Unless the practice says otherwise. */
const SEEN_WITHIN_DAYS = 1

/**
 * A request that was sent before it and is unseen has been so for longer than so many working days: Monday to Friday, where the
 * practices are. A weekend does not count.
 */
export function unseenBefore(now: Date, days = SEEN_WITHIN_DAYS): string {
  const shown = now.getTime() + aheadOfUtc(now.getTime())
  let at = isWorkingDay(shown) ? shown : shown - (shown % DAY_MS)
  for (let left = days; left > 0;) {
    at -= DAY_MS
    if (isWorkingDay(at)) left -= 1
  }
  // Clocks change on Sundays, so that those of a working day are the same at this hour in UTC.
  return new Date(at - aheadOfUtc(at)).toISOString()
}

const isWorkingDay = (shown: number) => ![0, 6].includes(new Date(shown).getUTCDay())
