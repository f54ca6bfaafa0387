import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { AUDIT_ACTIONS } from '#contract/audit.ts'
import type { IsoDate } from '#contract/fields.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { SEEN_SIDES, type SeenAction, type SeenEntry } from '#contract/seen.ts'
import { STAFF_ROLES } from '#contract/user.ts'
import { api } from './http.ts'
import { possibleSize } from './pages.ts'
import { clientKey } from './scope.ts'
import { read } from './tolerate.ts'

export type { SeenEntry }

const ACTIONS = ['read', ...AUDIT_ACTIONS] as const satisfies SeenAction[]

const entry = read.record<SeenEntry>({
  day: read.requiredDay,
  by: read.required(read.knownWord(SEEN_SIDES), 'staff'),
  role: read.knownWord(STAFF_ROLES),
  account: read.record({ id: read.requiredText, name: read.requiredText, username: read.text }),
  key: read.text,
  actions: read.required(read.items(read.knownWord(ACTIONS)), []),
})

export const readSeen = read.page(entry)

interface Asked {
  page: number
  size: number
  startDate?: IsoDate | undefined
}

const getSeen = async (clientId: string, asked: Asked, signal: AbortSignal) =>
  readSeen(await api.get(paths.clientSeen(clientId), { search: { ...asked }, signal, silent: true }))

/** All that is kept of it. */
export async function getAllSeen(
  queryClient: QueryClient,
  clientId: string,
  signal: AbortSignal,
): Promise<SeenEntry[]> {
  const size = await possibleSize(queryClient, MAX_PAGE_SIZE)
  const found: SeenEntry[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const { content, page: info } = await getSeen(clientId, { page, size }, signal)
    found.push(...content)
    pages = content.length === 0 ? 0 : info.totalPages
  }
  return found
}

export const seenQueries = {
  /** The latest of who has seen a client, since a day. Its failure is told in its place. */
  since: (clientId: string, startDate: IsoDate | undefined) =>
    queryOptions({
      queryKey: clientKey(clientId, 'seen', startDate),
      queryFn: async ({ client, signal }) =>
        getSeen(clientId, { page: 0, size: await possibleSize(client, MAX_PAGE_SIZE), startDate }, signal),
      staleTime: 0,
    }),
}
