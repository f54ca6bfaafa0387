import { type IsoDate, isIsoDate, lastDayOf, monthOf, yearsBefore } from '#contract/dates.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'

/** Search parameters of a period. Absent ones have defaults: from 1 January until today. */
interface PeriodSearch {
  startDate?: IsoDate | undefined
  endDate?: IsoDate | undefined
}

const beginOfYear = (date: IsoDate): IsoDate => `${date.slice(0, 4)}-01-01`

/** Returns the period from the URL, both dates inclusive. Invalid dates and a period that ends before it begins are ignored. */
export function periodOf({ startDate, endDate }: PeriodSearch, today: IsoDate): LogbookPeriod {
  const end = endDate && isIsoDate(endDate) ? endDate : today
  const period = { startDate: startDate && isIsoDate(startDate) ? startDate : beginOfYear(end), endDate: end }
  return isReversed(period) ? periodOf({}, today) : period
}

/** Returns the search parameters of a period. */
export const periodSearch = ({ startDate, endDate }: LogbookPeriod, today: IsoDate): PeriodSearch => ({
  startDate: startDate === beginOfYear(endDate) ? undefined : startDate,
  endDate: endDate === today ? undefined : endDate,
})

export const isReversed = ({ startDate, endDate }: LogbookPeriod): boolean => startDate > endDate

export const sameDays = (one: LogbookPeriod, other: LogbookPeriod): boolean =>
  one.startDate === other.startDate && one.endDate === other.endDate

export const thisYear = (today: IsoDate): LogbookPeriod => periodOf({}, today)
export const twelveMonths = (today: IsoDate): LogbookPeriod => ({ startDate: yearsBefore(today, 1), endDate: today })
/** Retention period of the medicines of food-producing animals. */
export const fiveYears = (today: IsoDate): LogbookPeriod => ({ startDate: yearsBefore(today, 5), endDate: today })

/** Returns the first and the last day of a month. */
export const wholeMonth = (month: string): LogbookPeriod => ({ startDate: `${month}-01`, endDate: lastDayOf(month) })

/** Returns the month of a period; undefined unless it is a whole month. */
export function monthOfPeriod(period: LogbookPeriod): string | undefined {
  const month = monthOf(period.startDate)
  return sameDays(period, wholeMonth(month)) ? month : undefined
}
