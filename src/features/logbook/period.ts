import { type IsoDate, isIsoDate, lastDayOf, monthOf, yearsBefore } from '#contract/dates.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'

/** What the address says of a period; what is absent is as usual: from 1 January until today. */
interface PeriodSearch {
  startDate?: IsoDate | undefined
  endDate?: IsoDate | undefined
}

const beginOfYear = (date: IsoDate): IsoDate => `${date.slice(0, 4)}-01-01`

/** The period that the address asks for, both days inclusive. What is no day, or ends before it begins, is not asked for. */
export function periodOf({ startDate, endDate }: PeriodSearch, today: IsoDate): LogbookPeriod {
  const end = endDate && isIsoDate(endDate) ? endDate : today
  const period = { startDate: startDate && isIsoDate(startDate) ? startDate : beginOfYear(end), endDate: end }
  return isTurned(period) ? periodOf({}, today) : period
}

/** What has to stand in the address for a period. */
export const periodSearch = ({ startDate, endDate }: LogbookPeriod, today: IsoDate): PeriodSearch => ({
  startDate: startDate === beginOfYear(endDate) ? undefined : startDate,
  endDate: endDate === today ? undefined : endDate,
})

export const isTurned = ({ startDate, endDate }: LogbookPeriod): boolean => startDate > endDate

export const sameDays = (one: LogbookPeriod, other: LogbookPeriod): boolean =>
  one.startDate === other.startDate && one.endDate === other.endDate

export const thisYear = (today: IsoDate): LogbookPeriod => periodOf({}, today)
export const twelveMonths = (today: IsoDate): LogbookPeriod => ({ startDate: yearsBefore(today, 1), endDate: today })
/** Retention period of the medicines of food-producing animals. */
export const fiveYears = (today: IsoDate): LogbookPeriod => ({ startDate: yearsBefore(today, 5), endDate: today })

/** From the first to the last day of a month. */
export const wholeMonth = (month: string): LogbookPeriod => ({ startDate: `${month}-01`, endDate: lastDayOf(month) })

/** The month that a period is; undefined where it is no whole month. */
export function monthOfPeriod(period: LogbookPeriod): string | undefined {
  const month = monthOf(period.startDate)
  return sameDays(period, wholeMonth(month)) ? month : undefined
}
