import { DAY_MS, type IsoDate, type IsoDateTime, MINUTE_MS } from './dates.ts'

/** Time zone of the practices, for the limits of days and for times of appointments. */
export const ZONE = 'Europe/Amsterdam'

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })

/** Returns the practices' local date and time as `YYYY-MM-DDTHH:MM`. */
const clockAt = (at: number | Date): string => format.format(at).replace(' ', 'T')

/** Returns the date in the practices' time zone. */
export const localDay = (at: number | Date): IsoDate => clockAt(at).slice(0, 10)

/** Returns the date and the time (`HH:MM`) in the practices' time zone. */
export function localClock(at: number | Date): { day: IsoDate; time: string } {
  const clock = clockAt(at)
  return { day: clock.slice(0, 10), time: clock.slice(11) }
}

/** Returns how far the practices' local time is ahead of UTC, in milliseconds. */
export const aheadOfUtc = (at: number): number => Date.parse(`${clockAt(at)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS

/**
 * Returns the moment of a local date and time (`HH:MM`) of the practices; undefined if invalid or skipped when the
 * clocks go forward.
 */
export function momentInZone(day: string, time: string): IsoDateTime | undefined {
  const asUtc = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // When the clocks go back, this finds the first occurrence of the repeated hour.
  const at = [asUtc - DAY_MS, asUtc]
    .map((near) => asUtc - aheadOfUtc(near))
    .find((moment) => clockAt(moment) === `${day}T${time}`)
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** Returns the start of a day in the practices' time zone, whose clocks never skip midnight. */
export const beginOfDay = (day: IsoDate): IsoDateTime => momentInZone(day, '00:00') ?? `${day}T00:00:00.000Z`
