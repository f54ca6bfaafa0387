import styles from './overview.module.css'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Panel } from '#src/ui/layout/panel.tsx'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type OpenOfAll, sumOfOpen, sumOfTotals } from '#src/features/invoices/amounts.ts'
import { money } from '#src/lib/money.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { asDate } from '#src/lib/dates.ts'
import { Bars } from '#src/ui/figures/bars.tsx'
import { barKeys, barSums } from './bars.ts'

/** Summary above the list, with an `OpenAmount` and `InvoiceBars`. */
export function Overview({ children }: { children: ReactNode }) {
  return (
    <Panel as="section" className={styles.overview}>
      {children}
    </Panel>
  )
}

/** Open amount; if it is not known, the number of unpaid invoices. */
export function OpenAmount({ open: { count, late, sum } }: { open: OpenOfAll }) {
  const intl = useIntl()
  if (count === 0) return <NothingOpen />
  const part = late === 0 ? 'none' : late === count ? 'all' : 'other'
  return (
    <Figure
      name={<FormattedMessage id={sum !== null && sum < 0 ? 'client.invoices.credit' : 'client.invoices.toPay'} />}
    >
      <span className={styles.value}>
        {sum === null ? <FormattedMessage id="client.invoices.count" values={{ count }} /> : money(intl, Math.abs(sum))}
      </span>
      {(sum !== null || late > 0) && (
        <span className={styles.counted}>
          <i className={styles.key} />
          <FormattedMessage id="client.invoices.openCount" values={{ count, late, part }} />
        </span>
      )}
    </Figure>
  )
}

/** Returns the open amount in one line, for a phone. */
export function openText({ count, late, sum }: OpenOfAll, intl: IntlShape): string {
  if (count === 0) return intl.formatMessage({ id: 'client.invoices.nothingOpen' })
  const part = late === 0 ? 'none' : late === count ? 'all' : 'other'
  const name = intl.formatMessage({ id: sum !== null && sum < 0 ? 'client.invoices.credit' : 'client.invoices.toPay' })
  const counted = intl.formatMessage({ id: 'client.invoices.openCount' }, { count, late, part })
  return `${name}: ${[sum !== null && money(intl, Math.abs(sum)), counted].filter(Boolean).join(' · ')}`
}

function NothingOpen() {
  return (
    <Figure name={<FormattedMessage id="client.invoices.toPay" />}>
      <span className={styles.done}>
        <Check />
        <FormattedMessage id="client.invoices.nothingOpen" />
      </span>
    </Figure>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <span className={styles.counted}>{name}</span>
      {children}
    </div>
  )
}

interface InvoiceBarsProps {
  invoices: readonly Invoice[]
  /** Months, both inclusive. */
  period: { from: string; to: string }
}

/** Bars of the invoiced and the open amount per month. */
export function InvoiceBars({ invoices, period }: InvoiceBarsProps) {
  const intl = useIntl()
  const keys = barKeys(period)
  const sums = barSums(invoices, keys)
  if (!sums) return null
  const monthText = (month: string, style: 'long' | 'short' | 'narrow') =>
    intl.formatDate(asDate(`${month}-01`), { month: style })
  const year = (key: string) => key.slice(0, 4)
  const name = (key: string) =>
    key.length === 4 ? key : monthText(key, keys.length > MAX_NAMED_BARS ? 'narrow' : 'short')
  const inFull = (key: string) => (key.length === 4 ? key : `${monthText(key, 'long')} ${year(key)}`)
  return (
    <div className={styles.bars}>
      <Bars
        label={intl.formatMessage({ id: 'client.invoices.bars' }, { from: inFull(period.from), to: inFull(period.to) })}
        bars={sums.map(({ key, total, open }) => ({
          key,
          name: name(key),
          // A credit note may make the total smaller than the open amount.
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

/** Maximum number of bars with short month names; more bars get one letter each. */
const MAX_NAMED_BARS = 12

interface SumLineProps {
  count: number
  /** All invoices of the filter; undefined if only a part is loaded. */
  invoices: readonly Invoice[] | undefined
  /** Whether the filter is unpaid invoices, so that open amounts are summed. */
  unpaid: boolean
}

/** Number and sum of the invoices of the chosen period and status. */
export function SumLine({ count, invoices, unpaid }: SumLineProps) {
  const intl = useIntl()
  const sum = invoices ? (unpaid ? sumOfOpen : sumOfTotals)(invoices) : null
  return (
    <span className={styles.sums}>
      {sum === null ? (
        <FormattedMessage id="client.invoices.count" values={{ count }} />
      ) : (
        <FormattedMessage
          id={unpaid ? 'client.invoices.sumOpen' : 'client.invoices.sum'}
          values={{ count, amount: money(intl, sum) }}
        />
      )}
    </span>
  )
}
