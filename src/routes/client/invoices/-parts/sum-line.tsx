import { FormattedMessage, useIntl } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import { money, sumOfTotals } from '#src/features/invoices/amounts.ts'
import styles from './sum-line.module.css'

interface SumLineProps {
  count: number
  /** All of them, where all are known. */
  invoices: readonly Invoice[] | undefined
}

/** How many there are of the chosen period and status, and what they come to. */
export function SumLine({ count, invoices }: SumLineProps) {
  const intl = useIntl()
  const sum = invoices ? sumOfTotals(invoices) : null
  return (
    <span className={styles.line}>
      {sum === null ? (
        <FormattedMessage id="client.invoices.count" values={{ count }} />
      ) : (
        <FormattedMessage id="client.invoices.sum" values={{ count, amount: money(intl, sum) }} />
      )}
    </span>
  )
}
