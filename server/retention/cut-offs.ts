import type { IsoDate } from '#contract/fields.ts'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionCutOff, type RetentionYears } from '#contract/retention.ts'
import { localDay } from '#server/local-day.ts'

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
