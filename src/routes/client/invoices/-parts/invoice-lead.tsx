import { useIntl } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import styles from './invoice-row.module.css'
import { isCreditNote } from '#src/features/invoices/sums.ts'

interface InvoiceLeadProps {
  invoice: Invoice
  /** The number has no column of its own. */
  withNumber: boolean
}

/** What it is for, and for whom where that is known and not said yet. */
export function InvoiceLead({ invoice, withNumber }: InvoiceLeadProps) {
  const intl = useIntl()
  const { description, number, patientNames = [] } = invoice
  const isCredit = isCreditNote(invoice)
  const word = intl.formatMessage({ id: isCredit ? 'client.invoices.creditNote' : 'client.invoices.invoice' })
  const title = description || word
  const extra = [
    isCredit && description && !/credit/i.test(description) && word,
    ...patientNames.filter((name) => !title.includes(name)),
  ].filter(Boolean)
  return (
    <>
      {withNumber && number ? `${title} ${number}` : title}
      {extra.length > 0 && <span className={styles.extra}> {extra.join(', ')}</span>}
    </>
  )
}
