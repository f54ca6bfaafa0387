import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#src/api/client.ts'
import type { MyData, PaperList } from './data.ts'
import { type WholeList, wholeList } from '#src/api/pages.ts'

export type Gate = <T>(task: () => Promise<T>) => Promise<T>

export interface Calls {
  clientId: string
  signal: AbortSignal
  /** No more calls at once than this lets through. */
  gate: Gate
}

/** The oldest first: what comes while it is read, comes at the end. */
const search = { size: MAX_PAGE_SIZE, sort: 'date,asc' } as const

export const reminderList = ({ clientId, signal, gate }: Calls, active: boolean) =>
  wholeList<MyData['reminders'][number]>((page) =>
    gate(() => api.get(paths.reminders(clientId), { search: { page, ...search, active }, signal })),
  )

const pathOf = (clientId: string, list: PaperList) => {
  if (list === 'invoices') return paths.invoices(clientId)
  return list === 'visit-forms' ? paths.visitForms(clientId) : paths.attachments(clientId, list)
}

/** Null where the API has no such list. `silent`: nobody is told when it fails. */
export function paperList<List extends PaperList>(
  { clientId, signal, gate }: Calls,
  list: List,
  { silent = false } = {},
): Promise<WholeList<MyData['papers'][List][number]> | null> {
  return wholeList<MyData['papers'][List][number]>((page) =>
    gate(() =>
      api.get<Page<MyData['papers'][List][number]> | null>(pathOf(clientId, list), {
        search: { page, ...search },
        signal,
        silent,
        nullOn404: list !== 'invoices' && list !== 'visit-forms',
      }),
    ),
  )
}
