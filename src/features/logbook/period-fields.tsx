import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DateInput } from '#src/ui/forms/date-input.tsx'
import styles from './period-fields.module.css'
import { fiveYears, isReversed, monthOfPeriod, sameDays, thisYear, twelveMonths, wholeMonth } from './period.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { type IsoDate, monthOf } from '#contract/dates.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { typedKeys } from '#contract/values.ts'

interface PeriodFieldsProps {
  period: LogbookPeriod
  /** Called only with a period that does not end before it begins. */
  onChange: (period: LogbookPeriod) => void
}

/** Start and end date of a period. Typed dates are kept, also while the end is before the start. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const intl = useIntl()
  const [known, setKnown] = useState(period)
  const [typed, setTyped] = useState(period)
  const [last, setLast] = useState<keyof LogbookPeriod>('startDate')
  // The period changed elsewhere, for example by the back button.
  if (!sameDays(period, known)) {
    setKnown(period)
    setTyped(period)
  }

  function type(field: keyof LogbookPeriod, date: string) {
    const next = { ...typed, [field]: date }
    setTyped(next)
    setLast(field)
    if (!isReversed(next)) onChange(next)
  }

  const turned = isReversed(typed)
  return (
    <div className={styles.fields} role="group" aria-label={intl.formatMessage({ id: 'client.logbook.period' })}>
      <DateInput
        label={<FormattedMessage id="client.logbook.from" />}
        value={typed.startDate}
        onChange={(date) => type('startDate', date)}
        flag={turned && last === 'startDate' ? 'dateTooLate' : undefined}
      />
      <DateInput
        label={<FormattedMessage id="client.logbook.to" />}
        value={typed.endDate}
        onChange={(date) => type('endDate', date)}
        flag={turned && last === 'endDate' ? 'dateTooEarly' : undefined}
      />
      <p className={turned ? styles.turned : 'hidden-text'} role="status">
        {turned && <FormattedMessage id="client.logbook.turned" />}
      </p>
    </div>
  )
}

const PRESETS = { thisYear, twelveMonths, fiveYears }
type Preset = keyof typeof PRESETS

interface PeriodPresetsProps {
  period: LogbookPeriod
  today: IsoDate
  onChange: (period: LogbookPeriod) => void
}

export function PeriodPresets({ period, today, onChange }: PeriodPresetsProps) {
  const intl = useIntl()
  const chosen = typedKeys(PRESETS).find((preset) => sameDays(PRESETS[preset](today), period))
  return (
    <div className={styles.presets}>
      <Segmented<Preset | ''>
        legend={intl.formatMessage({ id: 'client.logbook.presets' })}
        name="period"
        value={chosen ?? ''}
        onChange={(preset) => preset && onChange(PRESETS[preset](today))}
        options={[
          { value: 'thisYear', label: <FormattedMessage id="client.logbook.thisYear" /> },
          { value: 'twelveMonths', label: <FormattedMessage id="client.logbook.twelveMonths" /> },
          { value: 'fiveYears', label: <FormattedMessage id="client.logbook.fiveYears" /> },
        ]}
      />
      <MonthPicker
        label={intl.formatMessage({ id: 'client.logbook.month' })}
        value={monthOfPeriod(period)}
        placeholder={intl.formatMessage({ id: 'client.logbook.chooseMonth' })}
        thisMonth={monthOf(today)}
        onChange={(month) => onChange(wholeMonth(month))}
      />
    </div>
  )
}

/** Returns a button for an empty list that selects the longest common period; null if that is the current period. */
export function fiveYearsButton({ period, today, onChange }: PeriodPresetsProps): ReactNode {
  const longest = fiveYears(today)
  if (sameDays(period, longest)) return null
  return (
    <Button variant="secondary" onClick={() => onChange(longest)}>
      <FormattedMessage id="client.logbook.tryFiveYears" />
    </Button>
  )
}
