import { DAY_MS, type IsoDate, type IsoDateTime, MINUTE_MS } from './dates.ts'

/** Time zone of the practices: their days begin there, and their appointments are shown in its time. */
export const ZONE = 'Europe/Amsterdam'

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })

/** Date and time on the clocks of the practices, as `YYYY-MM-DDTHH:MM`. */
const clockAt = (at: number | Date): string => format.format(at).replace(' ', 'T')

/** The day on the calendar of the practices. */
export const localDay = (at: number | Date): IsoDate => clockAt(at).slice(0, 10)

/** How far the clocks of the practices are ahead of UTC at a moment, in milliseconds. */
export const aheadOfUtc = (at: number): number => Date.parse(`${clockAt(at)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS

/** The moment of a day and a time (`HH:MM`) of the practices; undefined where it is invalid, or where their clocks skip it. */
export function momentInZone(day: string, time: string): IsoDateTime | undefined {
  const asUtc = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // In the night in which the clocks go back, the first of the hour that occurs twice.
  const at = [asUtc - DAY_MS, asUtc]
    .map((near) => asUtc - aheadOfUtc(near))
    .find((moment) => clockAt(moment) === `${day}T${time}`)
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** When a day of the practices begins. Their clocks never skip midnight. */
export const beginOfDay = (day: IsoDate): IsoDateTime => momentInZone(day, '00:00') ?? `${day}T00:00:00.000Z`
