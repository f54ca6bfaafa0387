import { FormattedMessage, useIntl } from 'react-intl'
import { type IsoDate, monthOf } from '#src/lib/dates.ts'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import styles from './period-fields.module.css'
import { fiveYears, monthOfPeriod, sameDays, thisYear, twelveMonths, wholeMonth } from './period.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'

const PRESETS = { thisYear, twelveMonths, fiveYears }
type Preset = keyof typeof PRESETS

interface PeriodPresetsProps {
  period: LogbookPeriod
  today: IsoDate
  onChange: (period: LogbookPeriod) => void
}

/** The periods that are asked for most, without typing. */
export function PeriodPresets({ period, today, onChange }: PeriodPresetsProps) {
  const intl = useIntl()
  const chosen = (Object.keys(PRESETS) as Preset[]).find((preset) => sameDays(PRESETS[preset](today), period))
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
