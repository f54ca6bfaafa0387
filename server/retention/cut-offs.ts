import type { IsoDate, IsoDateTime } from '#contract/fields.ts'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionCutOff, type RetentionYears } from '#contract/retention.ts'
import { localDay } from '#server/mail/reminders/week.ts'

const HOUR_MS = 3_600_000

/** The day before which records of a kind have been kept long enough, on the calendar of the practices. */
export function cutOffsOf(years: RetentionYears, now: Date): RetentionCutOff[] {
  const today = localDay(now)
  return RETENTION_KINDS.flatMap((kind) => {
    const kept = years[kind]
    if (kept === undefined) return []
    const before = RETENTION_RULES[kind].fromYearEnd
      ? `${yearsBefore(today, kept).slice(0, 4)}-01-01`
      : yearsBefore(today, kept)
    return [{ kind, years: kept, before }]
  })
}

/** 29 February becomes 1 March where the year has none. */
function yearsBefore(day: IsoDate, years: number): IsoDate {
  const then = new Date(day)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then.toISOString().slice(0, 10)
}

/** When a day begins where the practices are. */
export function beginOf(day: IsoDate): IsoDateTime {
  const inSummer = new Date(Date.parse(day) - 2 * HOUR_MS)
  return localDay(inSummer) === day ? inSummer.toISOString() : new Date(inSummer.getTime() + HOUR_MS).toISOString()
}
