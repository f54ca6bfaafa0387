import { useIntl } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import { asDate } from '#src/lib/dates.ts'
import { Bars } from '#src/ui/figures/bars.tsx'
import { barKeys, barSums } from './bars.ts'
import { money } from '#src/features/invoices/amounts.ts'
import styles from './overview.module.css'

interface InvoiceBarsProps {
  /** All of the period. */
  invoices: readonly Invoice[]
  /** Months, both inclusive. */
  period: { from: string; to: string }
}

/** What was invoiced, a bar for each month, and what of it is still to be paid. */
export function InvoiceBars({ invoices, period }: InvoiceBarsProps) {
  const intl = useIntl()
  const keys = barKeys(period)
  const sums = barSums(invoices, keys)
  if (!sums) return null
  const monthText = (month: string, style: 'long' | 'short' | 'narrow') =>
    intl.formatDate(asDate(`${month}-01`), { month: style })
  const year = (key: string) => key.slice(0, 4)
  const name = (key: string) =>
    key.length === 4 ? key : monthText(key, keys.length > MOST_WITH_NAMES ? 'narrow' : 'short')
  const inFull = (key: string) => (key.length === 4 ? key : `${monthText(key, 'long')} ${year(key)}`)
  return (
    <div className={styles.bars}>
      <Bars
        label={intl.formatMessage({ id: 'client.invoices.bars' }, { from: inFull(period.from), to: inFull(period.to) })}
        bars={sums.map(({ key, total, open }) => ({
          key,
          name: name(key),
          // A credit note of the month takes nothing from what of it is open.
          value: Math.max(total, open),
          open,
          text: intl.formatMessage(
            { id: 'client.invoices.bar' },
            {
              when: inFull(key),
              amount: money(intl, total),
              open: money(intl, open),
              part: open > 0 ? 'open' : 'other',
            },
          ),
        }))}
      />
    </div>
  )
}

/** More of them have room for a letter only. */
const MOST_WITH_NAMES = 12
