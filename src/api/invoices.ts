import type { ListedInvoice as ContractInvoice } from '#contract/schemas/invoice.ts'
import { queryOptions } from '@tanstack/react-query'
import { lastDayOf } from '#contract/dates.ts'
import { INVOICE_STATUSES, PAYMENT_METHODS } from '#contract/invoice.ts'
import type { Page } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { api, type GetOptions, type CallOptions } from './http.ts'
import { firstOf, type PageRequest, WHOLE, SPECIFIED } from './all-pages.ts'
import { cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { type Fields, read } from './response-readers.ts'

/** An invoice as received. Other APIs may send other statuses and currencies, or no amount; `contract/invoice.ts` judges them. */
export interface Invoice extends Omit<ContractInvoice, 'status' | 'totalInclVat' | 'currency'> {
  status: string | undefined
  totalInclVat: number | undefined
  currency?: string | undefined
}

/** Readers of the fields of an invoice. */
export const INVOICE_FIELDS: Fields<Invoice> = {
  uuid: read.requiredText,
  status: read.word(INVOICE_STATUSES),
  number: read.text,
  date: read.requiredDay,
  appointmentUuid: read.text,
  dueDate: read.day,
  totalInclVat: read.amount,
  totalExclVat: read.amount,
  vat: read.items(read.complete({ rate: read.number, base: read.amount, amount: read.amount })),
  paidAmount: read.amount,
  openAmount: read.amount,
  currency: read.text,
  patientNames: read.items(read.text),
  description: read.text,
  creditFor: read.orNull(read.text),
  paidDate: read.day,
  paymentMethod: read.word(PAYMENT_METHODS),
  paymentUrl: read.text,
  fileName: read.text,
  mimeType: read.text,
  lineCount: read.number,
}

export const readInvoices = read.page(read.record(INVOICE_FIELDS))

export type PaymentFilter = ContractInvoice['status'] | 'ALL'

export interface InvoiceSearch {
  /** Counted from 1, as in the URL. */
  page: number
  status: PaymentFilter
  /** Months, `YYYY-MM`, both inclusive; undefined: open at that end. */
  from: string | undefined
  to: string | undefined
}

export type InvoiceFilter = Omit<InvoiceSearch, 'page'>

/** Returns the query of a filter, without `ALL` and empty dates. */
const toSearchParams = ({ status, from, to }: InvoiceFilter) => ({
  startDate: from && `${from}-01`,
  endDate: to && lastDayOf(to),
  status: status === 'ALL' ? undefined : status,
})

export const getInvoices = async (clientId: string, filter: InvoiceFilter, request: PageRequest, options: GetOptions) =>
  readInvoices(
    await api.get(paths.invoices(clientId), { search: { ...request, ...toSearchParams(filter) }, ...options }),
  )

/** Returns the URL of an invoice's file as received; `fileUrl` reads it. */
export const getInvoiceFile = (
  clientId: string,
  invoiceId: string,
  options: GetOptions & Pick<CallOptions, 'nullOn404'> = {},
) => api.get(paths.invoiceFile(clientId, invoiceId), options)

export const invoiceQueries = {
  list: (clientId: string, search: InvoiceSearch) =>
    queryOptions({
      queryKey: clientKey(clientId, 'invoices', search),
      queryFn: (context) => getInvoices(clientId, search, { page: search.page - 1, ...SPECIFIED }, callOf(context)),
      select: (response: Page<Invoice>) => cutTo(response, search.page),
    }),
  /**
   * Invoices of one page of the maximum size, for sums. The sums are right only if `totalElements` shows that no invoice is missing. No
   * signal: the first page and the invoices page share the request, and leaving one page must not cancel it for the other.
   */
  whole: (clientId: string, filter: InvoiceFilter) =>
    queryOptions({
      queryKey: clientKey(clientId, 'invoices', 'whole', filter),
      queryFn: ({ client }) =>
        firstOf(client, (request) => getInvoices(clientId, filter, request, { silent: true }), WHOLE),
    }),
  /** Unpaid invoices of all years; `openOfAll` sums their open amounts. */
  unpaid: (clientId: string) => invoiceQueries.whole(clientId, { status: 'UNPAID', from: undefined, to: undefined }),
}
