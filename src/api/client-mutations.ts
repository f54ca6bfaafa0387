import { type MutationState, type Query, type QueryClient, type QueryKey, mutationOptions } from '@tanstack/react-query'
import { isRecord } from '#contract/values.ts'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import type { ClientPage } from './client-lists.ts'
import { type Client, type ClientSearch } from './clients.ts'
import { type GetOptions, api } from './http.ts'
import { clientListsKey, practiceKey } from './scope.ts'

export const clientMutationKeys = {
  register: (practiceId: string) => practiceKey(practiceId, 'register'),
  remove: (practiceId: string) => practiceKey(practiceId, 'remove'),
  removeAll: (practiceId: string) => practiceKey(practiceId, 'remove-all'),
  lock: (practiceId: string) => practiceKey(practiceId, 'lock'),
}

/** Returns the id of the client of a mutation. */
export function idOf({ variables }: MutationState): unknown {
  if (typeof variables !== 'object' || variables === null) return variables
  return 'uuid' in variables ? variables.uuid : 'clientId' in variables ? variables.clientId : undefined
}

/**
 * Whether a mutation is pending, of one client if an id is given. Reads the cache, because a hook knows only after the next render,
 * and a second press may come before that.
 */
export const isMutationPending = (queryClient: QueryClient, mutationKey: QueryKey, clientId?: string): boolean =>
  queryClient.isMutating({
    mutationKey,
    predicate: ({ state }) => clientId === undefined || idOf(state) === clientId,
  }) > 0

export const registeredLists = (practiceId: string) => clientListsKey(practiceId, 'registered')

const hasData = ({ state }: Query) => state.data !== undefined

/** Cancels fetches that began before a change. A first fetch is awaited instead, and repeated. */
function outdate(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (hasData(query)) continue
    const refetch = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(refetch, () => {})
  }
  void queryClient.cancelQueries({ queryKey, predicate: hasData })
}

interface CachedPage {
  key: QueryKey
  page: ClientPage
  search: ClientSearch
}

const isSearch = (part: unknown): part is ClientSearch => isRecord(part) && 'page' in part && 'lastName' in part

/** Returns the cached pages of a list, with their searches; other queries below the key are ignored. */
export const pagesOf = (queryClient: QueryClient, queryKey: QueryKey): CachedPage[] =>
  queryClient.getQueriesData<ClientPage>({ queryKey }).flatMap(([key, page]) => {
    const search = key[queryKey.length]
    return page && isSearch(search) ? [{ key, page, search }] : []
  })

type Change = (page: ClientPage, search: ClientSearch) => ClientPage

export function changePages(queryClient: QueryClient, lists: QueryKey, change: Change): void {
  outdate(queryClient, lists)
  for (const { key, page, search } of pagesOf(queryClient, lists)) {
    const after = change(page, search)
    if (after !== page) queryClient.setQueryData(key, after)
  }
}

export const hasClient = ({ content }: ClientPage, clientId: string) => content.some(({ uuid }) => uuid === clientId)

/** Refetches the lists, also after a failure, because a colleague may have made the change first. */
export const outdatesLists = (practiceId: string) => ({
  invalidates: () => ({ queryKey: clientListsKey(practiceId) }),
})

export const inviteAgainMutation = (practiceId: string) =>
  mutationOptions({
    mutationFn: (clientId: string) => inviteAgain(clientId, { silent: true }),
    meta: outdatesLists(practiceId),
  })

export const setClientLocked = (clientId: string, locked: boolean, options: GetOptions = {}) =>
  api.put(paths.client(clientId), { json: { locked }, ...options })

interface LockChange {
  clientId: string
  locked: boolean
}

/** Locks or unlocks optimistically, and reverts on failure. Callers check with `isMutationPending` that no change of the client is pending. */
export const lockMutation = (queryClient: QueryClient, practiceId: string) =>
  mutationOptions({
    mutationKey: clientMutationKeys.lock(practiceId),
    mutationFn: ({ clientId, locked }: LockChange) => setClientLocked(clientId, locked, { silent: true }),
    onMutate: ({ clientId, locked }) => setLocked(queryClient, practiceId, clientId, locked),
    onError: (_error, { clientId, locked }) => setLocked(queryClient, practiceId, clientId, !locked),
    meta: {
      invalidates: (error) => ({
        queryKey: registeredLists(practiceId),
        // A failure may mean that a colleague made a change first.
        refetchType: isOutdated(error) ? 'active' : 'none',
      }),
    },
  })

function setLocked(queryClient: QueryClient, practiceId: string, clientId: string, locked: boolean): void {
  queryClient.setQueryData<Client | null>(
    clientListsKey(practiceId, 'one', clientId),
    (client) => client && { ...client, locked },
  )
  changePages(queryClient, registeredLists(practiceId), (page) =>
    hasClient(page, clientId)
      ? {
          ...page,
          content: page.content.map((client) => (client.uuid === clientId ? { ...client, locked } : client)),
        }
      : page,
  )
}

/** Whether the client has been removed or unregistered since the list was fetched. */
const isOutdated = (error: unknown) =>
  error instanceof CallError && (error.code === 'not-found' || error.code === 'conflict')

/** Sends the invitation mail again to a client without a password. */
export const inviteAgain = (clientId: string, options: GetOptions = {}) =>
  api.post(paths.clientInvitation(clientId), options)
