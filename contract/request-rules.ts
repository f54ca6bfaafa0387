import { DAY_MS } from './dates.ts'
import { type OpeningHours, periodsOfWeekday } from './opening-hours.ts'
import {
  type AppointmentWish,
  PARTS_OF_DAY,
  type PartOfDay,
  type RequestKind,
  WEEKDAYS,
  type Weekday,
} from './request.ts'
import type { NewRequest } from './schemas/request.ts'
import { aheadOfUtc } from './zone.ts'

// Separate from the terms in request.ts, which every page loads.

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
