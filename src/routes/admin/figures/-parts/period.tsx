import { useIntl } from 'react-intl'
import { monthOf } from '#contract/dates.ts'
import { today } from '#src/lib/dates.ts'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import styles from './figures.module.css'
import type { Months } from './months.ts'

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
