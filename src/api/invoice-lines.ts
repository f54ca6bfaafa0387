import { queryOptions } from '@tanstack/react-query'
import * as laterPaths from '#contract/later-paths.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import { api } from './http.ts'
import { type Invoice, INVOICE_FIELDS } from './invoices.ts'
import { callOf } from './query-client.ts'
import { read } from './response-readers.ts'
import { clientKey } from './scope.ts'

/** Invoice with its lines, of an API with `invoice-lines`. */
export interface ItemisedInvoice extends Invoice {
  lines: LineItem[]
}

const line = read.record<Omit<LineItem, 'amount'> & { amount: number | undefined }>({
  date: read.day,
  patientUuid: read.text,
  patientName: read.text,
  description: read.requiredText,
  quantity: read.number,
  unit: read.text,
  unitPrice: read.number,
  discount: read.amount,
  vatRate: read.number,
  amount: read.amount,
})

/** Reads a line; a line without an amount is left out, and the difference from the total shows it. */
function readLine(value: unknown): LineItem | undefined {
  const found = line(value)
  return found?.amount === undefined ? undefined : { ...found, amount: found.amount }
}

export const readInvoice = read.record<ItemisedInvoice>({ ...INVOICE_FIELDS, lines: read.requiredItems(readLine) })

export const invoiceLineQueries = {
  /** Null: the invoice does not exist, or no longer. */
  one: (clientId: string, invoiceId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'invoices', 'one', invoiceId),
      queryFn: async (context) =>
        read.orNull(readInvoice)(
          await api.get(laterPaths.invoice(clientId, invoiceId), { ...callOf(context), nullOn404: true }),
        ),
    }),
}
