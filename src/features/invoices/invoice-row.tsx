import { FormattedDate } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import { type IsoDate, asDate } from '#src/lib/dates.ts'
import { ActionsCell, AmountCell, DetailCell, LeadCell, NarrowOnly, StateCell, WideCell } from '#src/ui/table.tsx'
import type { Columns } from './columns.ts'
import { FileAction } from './file-action.tsx'
import { InvoiceAmount } from './invoice-amount.tsx'
import { InvoiceLead } from './invoice-lead.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import type { InvoiceFiles } from './use-invoice-files.ts'

interface InvoiceRowProps {
  invoice: Invoice
  columns: Columns
  today: IsoDate
  files: InvoiceFiles
}

export function InvoiceRow({ invoice, columns, today, files }: InvoiceRowProps) {
  const { number, date } = invoice
  return (
    <tr>
      {columns.date && columns.number && <WideCell>{date && <Day date={date} />}</WideCell>}
      <LeadCell>
        <InvoiceLead invoice={invoice} withNumber={!columns.number} />
      </LeadCell>
      {columns.number ? (
        <DetailCell>
          {date && (
            <NarrowOnly>
              <Day date={date} />
              {number && ', '}
            </NarrowOnly>
          )}
          {number}
        </DetailCell>
      ) : (
        columns.date && <DetailCell>{date && <Day date={date} />}</DetailCell>
      )}
      {columns.amount && (
        <AmountCell>
          <InvoiceAmount invoice={invoice} />
        </AmountCell>
      )}
      {columns.status && <StateCell>{invoice.status && <InvoiceStatus invoice={invoice} today={today} />}</StateCell>}
      <ActionsCell>
        <FileAction invoice={invoice} files={files} />
      </ActionsCell>
    </tr>
  )
}

function Day({ date }: { date: IsoDate }) {
  return (
    <time dateTime={date}>
      <FormattedDate value={asDate(date)} day="numeric" month="short" year="numeric" />
    </time>
  )
}
