import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { getAttachments } from '#src/api/attachments.ts'
import { getInvoices } from '#src/api/invoices.ts'
import { wholeList } from '#src/api/pages.ts'
import { getReminders } from '#src/api/reminders.ts'
import { getVisitForms } from '#src/api/visit-forms.ts'

export type Gate = <T>(task: () => Promise<T>) => Promise<T>

export interface Calls {
  clientId: string
  signal: AbortSignal
  /** No more calls at once than this lets through. */
  gate: Gate
}

/** The oldest first: what comes while it is read, comes at the end. */
const OLDEST_FIRST = { size: MAX_PAGE_SIZE, sort: 'date,asc' } as const
const EVER = { status: 'ALL', from: undefined, to: undefined } as const

export const reminderList = ({ clientId, signal, gate }: Calls, active: boolean) =>
  wholeList((page) => gate(() => getReminders(clientId, { page, ...OLDEST_FIRST, active }, { signal })))

export const invoiceList = ({ clientId, signal, gate }: Calls) =>
  wholeList((page) => gate(() => getInvoices(clientId, EVER, { page, ...OLDEST_FIRST, signal })))

// `silent`: a failure is not reported.

export const visitFormList = ({ clientId, signal, gate }: Calls, { silent = false } = {}) =>
  wholeList((page) => gate(() => getVisitForms(clientId, { page: page + 1, ...OLDEST_FIRST }, { signal, silent })))

/** Null where the API has none of that type. */
export const attachmentList = ({ clientId, signal, gate }: Calls, type: string, { silent = false } = {}) =>
  wholeList((page) =>
    gate(() => getAttachments(clientId, { type, page: page + 1, ...OLDEST_FIRST }, { signal, silent })),
  )
