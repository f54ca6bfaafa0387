import { useIntl } from 'react-intl'
import { monthOf, addMonths, lastDayOf } from '#contract/dates.ts'
import { today } from '#src/lib/dates.ts'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import styles from './figures.module.css'
import type { FigurePeriod } from '#src/api/figures.ts'

interface PeriodProps {
  months: Months
  onChange: (months: Months) => void
}

export function Period({ months: { from, to }, onChange }: PeriodProps) {
  const intl = useIntl()
  const thisMonth = monthOf(today())
  return (
    <div className={styles.period}>
      <MonthPicker
        label={intl.formatMessage({ id: 'client.invoices.from' })}
        value={from}
        thisMonth={thisMonth}
        onChange={(month) => onChange({ from: month, to: to < month ? month : to })}
      />
      <MonthPicker
        label={intl.formatMessage({ id: 'client.invoices.to' })}
        value={to}
        thisMonth={thisMonth}
        onChange={(month) => onChange({ from: from > month ? month : from, to: month })}
      />
    </div>
  )
}

/** First and last month of a period, `YYYY-MM`, both inclusive. */
export interface Months {
  from: string
  to: string
}

/** Months in the URL; a default is absent. */
export interface FigureSearch {
  from?: string | undefined
  to?: string | undefined
}

const MONTHS = 12

/** Returns the period of a URL: by default a year, ending with this month. Months in the wrong order are swapped. */
export function monthsOf({ from, to = monthOf(today()) }: FigureSearch): Months {
  if (from === undefined) return { from: addMonths(to, 1 - MONTHS), to }
  return from > to ? { from: to, to: from } : { from, to }
}

/** Returns the search parameters of a period, without defaults. */
export function searchOf({ from, to }: Months): FigureSearch {
  const isNow = to === monthOf(today())
  const isYear = from === addMonths(to, 1 - MONTHS)
  return { from: isYear ? undefined : from, to: isNow ? undefined : to }
}

/** Returns this month until today, and the same days of last month. */
export function comparedPeriods(): { now: FigurePeriod; before: FigurePeriod } {
  const until = today()
  const month = monthOf(until)
  const last = addMonths(month, -1)
  const sameDay = `${last}${until.slice(7)}`
  const lastDay = lastDayOf(last)
  return {
    now: { from: `${month}-01`, until },
    before: { from: `${last}-01`, until: sameDay < lastDay ? sameDay : lastDay },
  }
}

export const daysOf = ({ from, to }: Months): FigurePeriod => ({ from: `${from}-01`, until: lastDayOf(to) })
