import { DAY_MS, type IsoDate, addDays } from './dates.ts'
import { compare } from './values.ts'
import { localClock } from './zone.ts'

/** Weekdays of ISO 8601: Monday is 1, Sunday is 7. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Maximum number of entries in the lists of opening hours. */
export const MAX_PERIODS = 42
export const MAX_CLOSED_DAYS = 60

/** Days after which `nextChange` ends its search. */
const MAX_SEARCH_DAYS = 400

/** Hours between which a practice is open on each such weekday, as local time `HH:MM`; closes at `24:00` at the latest. */
export interface OpeningPeriod {
  weekday: number
  opens: string
  closes: string
}

/** Days on which a practice is closed, both included. */
export interface ClosedDays {
  from: IsoDate
  until: IsoDate
}

export interface OpeningHours {
  periods: OpeningPeriod[]
  closedDays?: ClosedDays[] | undefined
}

/** Moment at which a practice opens or closes, in its local time. */
export interface OpeningChange {
  opens: boolean
  day: IsoDate
  time: string
}

/** Time of day from `00:00` to `24:00`. */
export const TIME_OF_DAY = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** Whether a text is a time of day, `24:00` included. */
export const isTimeOfDay = (text: string): boolean => TIME_OF_DAY.test(text)

export const weekdayOf = (day: IsoDate): number => ((Math.floor(Date.parse(day) / DAY_MS) + 3) % 7) + 1

const byTime = (one: OpeningPeriod, other: OpeningPeriod) =>
  one.weekday - other.weekday || compare(one.opens, other.opens)

/** Returns the periods of a weekday by time, ignoring days on which the practice is closed. */
export const periodsOfWeekday = ({ periods }: OpeningHours, weekday: number): OpeningPeriod[] =>
  periods.filter((period) => period.weekday === weekday).sort(byTime)

export const isClosedDay = ({ closedDays = [] }: OpeningHours, day: IsoDate): boolean =>
  closedDays.some(({ from, until }) => from <= day && day <= until)

/** Returns the periods of a day by time; none if the practice is closed. */
export const periodsOn = (hours: OpeningHours, day: IsoDate): OpeningPeriod[] =>
  isClosedDay(hours, day) ? [] : periodsOfWeekday(hours, weekdayOf(day))

const isOpenAt = (hours: OpeningHours, day: IsoDate, time: string) =>
  periodsOn(hours, day).some(({ opens, closes }) => opens <= time && time < closes)

/** Whether the practice is open. */
export function isOpen(hours: OpeningHours, at: Date | number): boolean {
  const { day, time } = localClock(at)
  return isOpenAt(hours, day, time)
}

/** Returns when the practice opens or closes next; undefined if it does not within a year. */
export function nextChange(hours: OpeningHours, at: Date | number): OpeningChange | undefined {
  const now = localClock(at)
  const wasOpen = isOpenAt(hours, now.day, now.time)
  for (let ahead = 0; ahead < MAX_SEARCH_DAYS; ahead++) {
    const day = addDays(now.day, ahead)
    // Midnight is the end of a period until 24:00, unless the next day begins with another period.
    const times = ['00:00', ...periodsOn(hours, day).flatMap(({ opens, closes }) => [opens, closes])]
    const time = [...times]
      .sort(compare)
      .find((each) => each < '24:00' && (ahead > 0 || each > now.time) && isOpenAt(hours, day, each) !== wasOpen)
    if (time !== undefined) return { opens: !wasOpen, day, time }
  }
  return undefined
}

/** Whether every period ends after its begin, and no periods of a weekday overlap. */
export function isConsistent(periods: readonly OpeningPeriod[]): boolean {
  const sorted = [...periods].sort(byTime)
  return sorted.every(({ weekday, opens, closes }, index) => {
    const next = sorted[index + 1]
    return opens < closes && (next?.weekday !== weekday || closes <= next.opens)
  })
}

/** Returns opening hours in order, so that equal hours have equal JSON; undefined for none. */
export function sortedOpeningHours({ periods, closedDays = [] }: OpeningHours): OpeningHours | undefined {
  if (periods.length === 0 && closedDays.length === 0) return undefined
  return {
    periods: [...periods].sort(byTime).map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
    closedDays: [...closedDays]
      .sort((one, other) => compare(one.from, other.from) || compare(one.until, other.until))
      .map(({ from, until }) => ({ from, until })),
  }
}

/** Returns a time as it is written in the interface: `8.00`. */
export const writtenTime = (time: string): string => time.replace(/^0(?=\d)/, '').replace(':', '.')
