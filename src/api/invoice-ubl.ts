import * as laterPaths from '#contract/later-paths.ts'
import type { InvoiceUbl } from '#contract/schemas/invoice.ts'
import { UBL_OBSTACLES } from '#contract/ubl.ts'
import { api, type GetOptions } from './http.ts'
import { read } from './response-readers.ts'

export const readUbl = read.record<InvoiceUbl>({ url: read.text, obstacle: read.word(UBL_OBSTACLES) })

/** Returns the URL of the UBL file of an invoice, or the reason why there is none. */
export const getInvoiceUbl = async (clientId: string, invoiceId: string, options: GetOptions): Promise<InvoiceUbl> =>
  readUbl(await api.get(laterPaths.invoiceUbl(clientId, invoiceId), options)) ?? {}
