import type { ComponentProps } from 'react'
import type { Invoice } from '#src/api/invoices.ts'
import type { IsoDate } from '#src/lib/dates.ts'
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
import type { Columns } from './columns.ts'
import { FileAction } from './file-action.tsx'
import { PayAction } from './pay/pay-action.tsx'
import type { Payment } from './pay/payment.ts'
import type { InvoiceFiles } from './use-invoice-files.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './invoice-row.module.css'
import { isCreditNote, isLate, isPartPaid, money, openOf, totalOf } from '#src/features/invoices/amounts.ts'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Status } from '#src/ui/data/status.tsx'
import { statusText } from './status-text.ts'

interface InvoiceRowProps {
  invoice: Invoice
  columns: Columns
  today: IsoDate
  files: InvoiceFiles
  /** How it can be paid; undefined where it cannot be here. */
  payment: Payment | undefined
  onPay: (payment: Payment) => void
}

export function InvoiceRow({ invoice, columns, today, files, payment, onPay }: InvoiceRowProps) {
  const { number, date } = invoice
  const day = date && <Day date={date} day="numeric" month="short" year="numeric" />
  const beside = columns.due ? <Due invoice={invoice} /> : number && <span>{number}</span>
  return (
    <tr>
      {columns.date && (columns.due || columns.number) && <WideCell>{day}</WideCell>}
      <LeadCell>
        <InvoiceLead invoice={invoice} withNumber={!columns.number} />
      </LeadCell>
      {columns.due && columns.number && <RoomCell>{number}</RoomCell>}
      {columns.due || columns.number ? (
        <DetailCell>
          {day && <NarrowOnly>{day}</NarrowOnly>}
          {beside}
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

/** Until when it is to be paid; nothing where nothing is. */
function Due({ invoice: { status, dueDate } }: { invoice: Invoice }) {
  if (status !== 'UNPAID' || !dueDate) return null
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
  /** The number has no column of its own. */
  withNumber: boolean
}

/** Description, and the patients it does not name. */
function InvoiceLead({ invoice, withNumber }: InvoiceLeadProps) {
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

/** What is still to be paid where a part has been, as in all sums; else what it comes to. */
function InvoiceAmount({ invoice }: { invoice: Invoice }) {
  const intl = useIntl()
  const total = totalOf(invoice)
  if (total === null) return null
  const { currency } = invoice
  const open = isPartPaid(invoice) ? openOf(invoice) : null
  return (
    <>
      <span className={styles.amount}>{money(intl, open ?? total, currency)}</span>
      {open !== null && (
        <span className={styles.whole}>
          <FormattedMessage id="client.invoices.stillOpenOf" values={{ amount: money(intl, total, currency) }} />
        </span>
      )}
    </>
  )
}

const LOOKS = new Map<string | undefined, Omit<ComponentProps<typeof Status>, 'children'>>([
  ['late', { tone: 'bad', icon: TriangleAlert }],
  ['PAID', { tone: 'ok', icon: Check }],
  ['UNPAID', { tone: 'warn', icon: Clock }],
])

function InvoiceStatus({ invoice, today }: { invoice: Invoice; today: IsoDate }) {
  const intl = useIntl()
  const look = LOOKS.get(isLate(invoice, today) ? 'late' : invoice.status)
  return <Status {...look}>{statusText(invoice, intl, today)}</Status>
}
