import type { Invoice } from '#contract/invoice.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { ActionsCell, AmountCell, DetailCell, LeadCell, NarrowOnly, StateCell, WideCell } from '#src/ui/data/table.tsx'
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
  const day = date && <Day date={date} day="numeric" month="short" year="numeric" />
  return (
    <tr>
      {columns.date && columns.number && <WideCell>{day}</WideCell>}
      <LeadCell>
        <InvoiceLead invoice={invoice} withNumber={!columns.number} />
      </LeadCell>
      {columns.number ? (
        <DetailCell>
          {day && (
            <NarrowOnly>
              {day}
              {number && ' · '}
            </NarrowOnly>
          )}
          {number}
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
        <FileAction invoice={invoice} files={files} />
      </ActionsCell>
    </tr>
  )
}
