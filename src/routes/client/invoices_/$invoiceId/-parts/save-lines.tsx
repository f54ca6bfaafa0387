import { useIntl } from 'react-intl'
import { centsCell, dayCell, numberCell } from '#contract/csv.ts'
import { centsOf } from '#contract/invoice.ts'
import { lineCents, signedLines } from '#contract/line-items.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import type { ItemisedInvoice } from '#src/api/invoice-lines.ts'
import { CsvButton } from '#src/features/csv-button.tsx'
import { type CsvColumns, csvRows, saveCsv } from '#src/lib/files/save.ts'

export function SaveLines({ invoice }: { invoice: ItemisedInvoice }) {
  const intl = useIntl()
  const file = intl.formatMessage({ id: 'client.invoices.line.file' })
  return (
    <CsvButton
      variant="ghost"
      label="client.invoices.csv"
      name="client.invoices.line.csvName"
      save={async () =>
        saveCsv([file, invoice.number ?? invoice.date], csvRows(columnsOf(invoice), signedLines(invoice), intl))
      }
    />
  )
}

export const columnsOf = ({ number, date }: ItemisedInvoice): CsvColumns<LineItem> => [
  ['client.invoices.number', () => number],
  ['client.invoices.date', (line) => dayCell(line.date ?? date)],
  ['client.visitForms.animal', ({ patientName }) => patientName],
  ['client.invoices.description', ({ description }) => description],
  ['core.lines.quantity', ({ quantity }) => numberCell(quantity)],
  ['client.invoices.line.unit', ({ unit }) => unit],
  ['client.invoices.line.price', ({ unitPrice }) => numberCell(unitPrice)],
  ['client.invoices.line.discount', ({ discount }) => centsCell(centsOf(discount))],
  ['core.lines.vatRate', ({ vatRate }) => numberCell(vatRate)],
  ['core.lines.amount', (line) => centsCell(lineCents(line))],
]
