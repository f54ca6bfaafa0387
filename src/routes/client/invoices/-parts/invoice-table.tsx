import type { Practice } from '#contract/schemas/practice.ts'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { IsoDate } from '#contract/dates.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { HeadCell, Table } from '#src/ui/data/table.tsx'
import { type Columns, InvoiceRow, columnsOf } from './invoice-row.tsx'
import { type Payment, paymentOf } from '#src/features/invoices/payment.ts'
import { useInvoiceFiles } from '#src/features/invoices/invoice-files.tsx'

const PayDialog = createLazyModule(async () => (await import('#src/features/invoices/pay-dialog.tsx')).PayDialog)

interface InvoiceTableProps {
  clientId: string
  invoices: readonly Invoice[]
  today: IsoDate
  /** Practice to pay; undefined if the API has no payment data. */
  payTo: Practice | undefined
}

export function InvoiceTable({ clientId, invoices, today, payTo }: InvoiceTableProps) {
  const files = useInvoiceFiles(clientId)
  const columns = columnsOf(invoices)
  const canOpen = useCan('invoice-lines')
  const [paying, setPaying] = useState<Payment | null>(null)
  return (
    <>
      <Table label={<FormattedMessage id="client.nav.invoices" />} head={<Head columns={columns} />}>
        {invoices.map((invoice) => (
          <InvoiceRow
            key={invoice.uuid}
            invoice={invoice}
            columns={columns}
            today={today}
            files={files}
            canOpen={canOpen}
            payment={payTo && paymentOf(invoice, payTo)}
            onPay={(payment) => void PayDialog.openAfterImport(() => setPaying(payment))}
          />
        ))}
      </Table>
      {paying && <PayDialog payment={paying} onClose={() => setPaying(null)} />}
    </>
  )
}

function Head({ columns }: { columns: Columns }) {
  return (
    <>
      {columns.date && (columns.due || columns.number) && <HeadCell wide label="client.invoices.date" />}
      <HeadCell label={columns.description ? 'client.invoices.description' : 'client.invoices.invoice'} />
      {columns.due && columns.number && <HeadCell room label="client.invoices.number" />}
      {(columns.due || columns.number || columns.date) && (
        <HeadCell
          label={
            columns.due ? 'client.invoices.dueDate' : columns.number ? 'client.invoices.number' : 'client.invoices.date'
          }
        />
      )}
      {columns.amount && <HeadCell amount label="client.invoices.amount" />}
      {columns.status && <HeadCell label="client.invoices.status" />}
      <HeadCell hidden label="client.invoices.actions" />
    </>
  )
}
