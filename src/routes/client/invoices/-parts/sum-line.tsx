import { FormattedMessage, useIntl } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import { money, sumOfOpen, sumOfTotals } from '#src/features/invoices/amounts.ts'
import styles from './sum-line.module.css'

interface SumLineProps {
  count: number
  /** All of them, where all are known. */
  invoices: readonly Invoice[] | undefined
  /** They are the open ones, and what they come to is what is still to be paid. */
  unpaid: boolean
}

/** How many there are of the chosen period and status, and what they come to. */
export function SumLine({ count, invoices, unpaid }: SumLineProps) {
  const intl = useIntl()
  const sum = invoices ? (unpaid ? sumOfOpen : sumOfTotals)(invoices) : null
  return (
    <span className={styles.line}>
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
