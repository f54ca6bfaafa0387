import styles from './period-pickers.module.css'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'

interface Period {
  from: string | undefined
  to: string | undefined
}

/** Changes the start; moves the end if it would precede the start. */
export const withFrom = (from: string, { to }: Period): Period => ({ from, to: to && to < from ? from : to })
export const withTo = (to: string, { from }: Period): Period => ({ from: from && from > to ? to : from, to })

interface PeriodPickersProps {
  period: Period
  thisMonth: string
  onChange: (period: Period) => void
}

/** Pickers for the first and last month, with a button for all invoices. */
export function PeriodPickers({ period, thisMonth, onChange }: PeriodPickersProps) {
  const intl = useIntl()
  const frame = useRef<HTMLDivElement>(null)
  function clear() {
    // The focused button is removed.
    frame.current?.querySelector('button')?.focus()
    onChange({ from: undefined, to: undefined })
  }
  return (
    <div ref={frame} className={styles.period}>
      <MonthPicker
        label={intl.formatMessage({ id: 'client.invoices.from' })}
        value={period.from}
        placeholder={intl.formatMessage({ id: 'client.invoices.begin' })}
        thisMonth={thisMonth}
        onChange={(month) => onChange(withFrom(month, period))}
      />
      <span className="muted small">
        <FormattedMessage id="client.invoices.until" />
      </span>
      <MonthPicker
        label={intl.formatMessage({ id: 'client.invoices.to' })}
        value={period.to}
        placeholder={intl.formatMessage({ id: 'client.invoices.now' })}
        thisMonth={thisMonth}
        onChange={(month) => onChange(withTo(month, period))}
      />
      {(period.from || period.to) && (
        <Button variant="ghost" className={styles.all} onClick={clear}>
          <FormattedMessage id="client.invoices.allTimes" />
        </Button>
      )}
    </div>
  )
}
