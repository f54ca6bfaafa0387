import { FormattedMessage, useIntl } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import styles from './invoice-row.module.css'
import { money } from '#src/features/invoices/money.ts'
import { isPartPaid, openOf, totalOf } from '#src/features/invoices/sums.ts'

export function InvoiceAmount({ invoice }: { invoice: Invoice }) {
  const intl = useIntl()
  const total = totalOf(invoice)
  if (total === null) return null
  const { currency } = invoice
  return (
    <>
      <span className={styles.amount}>{money(intl, total, currency)}</span>
      {isPartPaid(invoice) && (
        <span className={styles.left}>
          <FormattedMessage
            id="client.invoices.stillOpen"
            values={{ amount: money(intl, openOf(invoice) ?? 0, currency) }}
          />
        </span>
      )}
    </>
  )
}
