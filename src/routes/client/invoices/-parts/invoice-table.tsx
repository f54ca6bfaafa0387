import { FormattedMessage } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { HeadCell, Table } from '#src/ui/data/table.tsx'
import { type Columns, columnsOf } from './columns.ts'
import { InvoiceRow } from './invoice-row.tsx'
import { useInvoiceFiles } from './use-invoice-files.ts'

interface InvoiceTableProps {
  clientId: string
  invoices: readonly Invoice[]
  today: IsoDate
}

export function InvoiceTable({ clientId, invoices, today }: InvoiceTableProps) {
  const files = useInvoiceFiles(clientId)
  const columns = columnsOf(invoices)
  return (
    <Table label={<FormattedMessage id="client.nav.invoices" />} head={<Head columns={columns} />}>
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.uuid} invoice={invoice} columns={columns} today={today} files={files} />
      ))}
    </Table>
  )
}

function Head({ columns }: { columns: Columns }) {
  return (
    <>
      {columns.date && columns.number && (
        <HeadCell wide>
          <FormattedMessage id="client.invoices.date" />
        </HeadCell>
      )}
      <HeadCell>
        <FormattedMessage id={columns.description ? 'client.invoices.description' : 'client.invoices.invoice'} />
      </HeadCell>
      {(columns.number || columns.date) && (
        <HeadCell>
          <FormattedMessage id={columns.number ? 'client.invoices.number' : 'client.invoices.date'} />
        </HeadCell>
      )}
      {columns.amount && (
        <HeadCell amount>
          <FormattedMessage id="client.invoices.amount" />
        </HeadCell>
      )}
      {columns.status && (
        <HeadCell>
          <FormattedMessage id="client.invoices.status" />
        </HeadCell>
      )}
      <HeadCell hidden>
        <FormattedMessage id="client.invoices.actions" />
      </HeadCell>
    </>
  )
}
