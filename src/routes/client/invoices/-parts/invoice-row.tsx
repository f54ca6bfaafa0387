import styles from './invoice-row.module.css'
import Wallet from 'lucide-react/icons/wallet'
import type { Invoice } from '#src/api/invoices.ts'
import { balanceOf, currencyOf, isCreditNote, isToBePaid, totalOf } from '#contract/invoice.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import {
  ActionsCell,
  AmountCell,
  DetailCell,
  LeadCell,
  NarrowOnly,
  RoomCell,
  RowActions,
  StateCell,
  WideCell,
} from '#src/ui/data/table.tsx'
import { Link } from '@tanstack/react-router'
import { FileAction, type InvoiceFiles } from '#src/features/invoices/invoice-files.tsx'
import { type Payment, namingOf } from '#src/features/invoices/payment.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import { money } from '#src/lib/money.ts'
import { InvoiceStatus } from '#src/features/invoices/invoice-status.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Columns of the table; a field that no invoice has gets no column. */
export interface Columns {
  date: boolean
  /** Whether the number has its own column. Without descriptions the number replaces the description. */
  number: boolean
  /** Whether due dates are shown; they replace the column of the number, which is less important. */
  due: boolean
  description: boolean
  amount: boolean
  status: boolean
}

export function columnsOf(invoices: readonly Invoice[]): Columns {
  const description = invoices.some((invoice) => invoice.description)
  return {
    date: invoices.some(({ date }) => date),
    number: description && invoices.some(({ number }) => number),
    due: description && invoices.some(({ dueDate }) => dueDate),
    description,
    amount: invoices.some((invoice) => totalOf(invoice) !== null),
    status: invoices.some(({ status }) => status),
  }
}

interface InvoiceRowProps {
  invoice: Invoice
  columns: Columns
  today: IsoDate
  files: InvoiceFiles
  /** Ways to pay the invoice; undefined if the portal offers none. */
  payment: Payment | undefined
  onPay: (payment: Payment) => void
  /** Whether an invoice with lines has a page of its own. */
  canOpen: boolean
}

export function InvoiceRow({ invoice, columns, today, files, payment, onPay, canOpen }: InvoiceRowProps) {
  const { number, date } = invoice
  const day = date && <Day date={date} day="numeric" month="short" year="numeric" />
  const detail = columns.due ? <Due invoice={invoice} /> : number && <span>{number}</span>
  return (
    <tr>
      {columns.date && (columns.due || columns.number) && <WideCell>{day}</WideCell>}
      <LeadCell>
        <InvoiceLead invoice={invoice} withNumber={!columns.number} canOpen={canOpen} />
      </LeadCell>
      {columns.due && columns.number && <RoomCell>{number}</RoomCell>}
      {columns.due || columns.number ? (
        <DetailCell>
          {day && <NarrowOnly>{day}</NarrowOnly>}
          {detail}
        </DetailCell>
      ) : (
        columns.date && <DetailCell>{day}</DetailCell>
      )}
      {columns.amount && (
        <AmountCell>
          <InvoiceAmount invoice={invoice} />
        </AmountCell>
      )}
      {columns.status && <StateCell>{invoice.status && <InvoiceStatus invoice={invoice} today={today} />}</StateCell>}
      <ActionsCell>
        <RowActions ownLine={payment !== undefined}>
          {payment && <PayAction payment={payment} onPay={onPay} />}
          <FileAction invoice={invoice} files={files} />
        </RowActions>
      </ActionsCell>
    </tr>
  )
}

function Due({ invoice }: { invoice: Invoice }) {
  const { dueDate } = invoice
  if (!dueDate || !isToBePaid(invoice)) return null
  return (
    <span className={styles.due}>
      <NarrowOnly>
        <FormattedMessage id="client.invoices.payUntil" />{' '}
      </NarrowOnly>
      <Day date={dueDate} day="numeric" month="short" year="numeric" />
    </span>
  )
}

interface InvoiceLeadProps {
  invoice: Invoice
  /** Whether to include the number, because it has no column. */
  withNumber: boolean
  canOpen: boolean
}

/** Description, and the patients that the description does not name. */
function InvoiceLead({ invoice, withNumber, canOpen }: InvoiceLeadProps) {
  const intl = useIntl()
  const { uuid, description, number, patientNames = [], lineCount = 0 } = invoice
  const isCredit = isCreditNote(invoice)
  const word = intl.formatMessage({ id: isCredit ? 'client.invoices.creditNote' : 'client.invoices.invoice' })
  const title = description || word
  const name = withNumber && number ? `${title} ${number}` : title
  const extra = [
    isCredit && description && !/credit/i.test(description) && word,
    ...patientNames.filter((name) => !title.includes(name)),
  ].filter(Boolean)
  return (
    <>
      {canOpen && lineCount > 0 ? (
        <Link to="/client/invoices/$invoiceId" params={{ invoiceId: uuid }}>
          {name}
        </Link>
      ) : (
        name
      )}
      {extra.length > 0 && <span className={styles.extra}> {extra.join(', ')}</span>}
    </>
  )
}

/** Total of an invoice. A part-paid invoice shows the open amount above the total; an overpayment is shown below the total. */
function InvoiceAmount({ invoice }: { invoice: Invoice }) {
  const intl = useIntl()
  const total = totalOf(invoice)
  if (total === null) return null
  const currency = currencyOf(invoice)
  const { state, open, overpaid } = balanceOf(invoice)
  const part = state === 'partPaid' ? open : null
  return (
    <>
      <span className={styles.amount}>{money(intl, part ?? total, currency)}</span>
      {part !== null && (
        <span className={styles.whole}>
          <FormattedMessage id="client.invoices.stillOpenOf" values={{ amount: money(intl, total, currency) }} />
        </span>
      )}
      {overpaid > 0 && (
        <span className={styles.whole}>
          <FormattedMessage id="client.invoices.overpaidBy" values={{ amount: money(intl, overpaid, currency) }} />
        </span>
      )}
    </>
  )
}

/** Button that opens the ways to pay an invoice. */
function PayAction({ payment, onPay }: { payment: Payment; onPay: (payment: Payment) => void }) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: 'client.invoices.payName' }, namingOf(payment.invoice, intl))
  return (
    <Button variant="secondary" icon={Wallet} aria-label={name} title={name} onClick={() => onPay(payment)}>
      <FormattedMessage id="client.invoices.pay" />
    </Button>
  )
}
