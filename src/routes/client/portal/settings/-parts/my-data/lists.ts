import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { getAttachments } from '#src/api/attachments.ts'
import { getInvoices } from '#src/api/invoices.ts'
import { type ReadPage, type WholeList, wholeList } from '#src/api/pages.ts'
import { getReminders } from '#src/api/reminders.ts'
import { getVisitForms } from '#src/api/visit-forms.ts'
import type { MyData, DocumentList } from './data.ts'

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

type RecordOf<List extends DocumentList> = MyData['documents'][List][number]

/** Null where the API has no such list. `silent`: a failure is not reported. */
export function documentList<List extends DocumentList>(
  { clientId, signal, gate }: Calls,
  list: List,
  { silent = false } = {},
): Promise<WholeList<RecordOf<List>> | null> {
  const options = { signal, silent }
  const read = (page: number) => {
    if (list === 'invoices') return getInvoices(clientId, EVER, { page, ...OLDEST_FIRST, ...options })
    const asked = { page: page + 1, ...OLDEST_FIRST }
    if (list === 'visit-forms') return getVisitForms(clientId, asked, options)
    return getAttachments(clientId, { type: list, ...asked }, options)
  }
  return wholeList(((page) => gate<unknown>(() => read(page))) as ReadPage<RecordOf<List>>)
}
