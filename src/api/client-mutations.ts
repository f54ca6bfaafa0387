import { type MutationState, type Query, type QueryClient, type QueryKey, mutationOptions } from '@tanstack/react-query'
import { isRecord } from '#contract/values.ts'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { pause } from '#src/lib/cancellation.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import type { ClientPage } from './client-lists.ts'
import { type Client, type ClientListItem, type ClientSearch, getClient } from './clients.ts'
import { api } from './http.ts'
import { clientListsKey, practiceKey } from './scope.ts'

export const clientMutationKeys = {
  register: (practiceId: string) => practiceKey(practiceId, 'register'),
  remove: (practiceId: string) => practiceKey(practiceId, 'remove'),
  removeAll: (practiceId: string) => practiceKey(practiceId, 'remove-all'),
  lock: (practiceId: string) => practiceKey(practiceId, 'lock'),
}

/** The client that a mutation is about. */
export function idOf({ variables }: MutationState): unknown {
  if (typeof variables !== 'object' || variables === null) return variables
  return 'uuid' in variables ? variables.uuid : 'clientId' in variables ? variables.clientId : undefined
}

/**
 * Whether a mutation has not ended yet; of this client, if one is named. At once: what a hook knows comes with the next render,
 * and a second press may be earlier.
 */
export const isUnderWay = (queryClient: QueryClient, mutationKey: QueryKey, clientId?: string): boolean =>
  queryClient.isMutating({
    mutationKey,
    predicate: ({ state }) => clientId === undefined || idOf(state) === clientId,
  }) > 0

const registeredLists = (practiceId: string) => clientListsKey(practiceId, 'registered')

const hasData = ({ state }: Query) => state.data !== undefined

/** An answer that is under way was made before the change. A first one is waited for, and asked for again when it is here. */
function outdate(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (hasData(query)) continue
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, () => {})
  }
  void queryClient.cancelQueries({ queryKey, predicate: hasData })
}

interface KeptPage {
  key: QueryKey
  page: ClientPage
  search: ClientSearch
}

const isSearch = (part: unknown): part is ClientSearch => isRecord(part) && 'page' in part && 'lastName' in part

/** The pages of a list that are here, by their search; what else stands under the key of the lists is left alone. */
const pagesOf = (queryClient: QueryClient, queryKey: QueryKey): KeptPage[] =>
  queryClient.getQueriesData<ClientPage>({ queryKey }).flatMap(([key, page]) => {
    const search = key[queryKey.length]
    return page && isSearch(search) ? [{ key, page, search }] : []
  })

type Change = (page: ClientPage, search: ClientSearch) => ClientPage

/** Of a list that a mutation has changed. */
function changePages(queryClient: QueryClient, lists: QueryKey, change: Change): void {
  outdate(queryClient, lists)
  for (const { key, page, search } of pagesOf(queryClient, lists)) {
    const after = change(page, search)
    if (after !== page) queryClient.setQueryData(key, after)
  }
}

const holds = ({ content }: ClientPage, clientId: string) => content.some(({ uuid }) => uuid === clientId)

interface CallOptions {
  silent?: boolean
}

export const registerClient = (practiceId: string, clientUuid: string, options: CallOptions = {}) =>
  api.post(paths.practiceClients(practiceId), { search: { clientUuid }, isUnread: true, ...options })

export const deleteClient = (clientId: string, options: CallOptions = {}) => api.delete(paths.client(clientId), options)

const deleteAllClients = (practiceId: string) => api.delete(paths.practiceClients(practiceId))

const unregisteredLists = (practiceId: string) => clientListsKey(practiceId, 'unregistered')

function counted(page: ClientPage, difference: number): ClientPage {
  const totalElements = Math.max(0, page.page.totalElements + difference)
  return {
    ...page,
    page: { ...page.page, totalElements, totalPages: Math.ceil(totalElements / Math.max(page.page.size, 1)) },
  }
}

const isOfAll = ({ lastName, locked, state, noEmail }: ClientSearch) => !lastName && !locked && !state && !noEmail

/** A client leaves a list: of its searches those that are known to find that one count one less. */
function takeOut(queryClient: QueryClient, lists: QueryKey, clientId: string): void {
  const finding = pagesOf(queryClient, lists).flatMap(({ page, search }) =>
    holds(page, clientId) ? [sameSearch(search)] : [],
  )
  changePages(queryClient, lists, (page, search) => {
    if (!isOfAll(search) && !finding.includes(sameSearch(search))) return page
    return { ...counted(page, -1), content: page.content.filter(({ uuid }) => uuid !== clientId) }
  })
}

/** Of all its pages. */
const sameSearch = ({ lastName, locked, state, noEmail }: ClientSearch) =>
  JSON.stringify([lastName, locked, state, noEmail])

/** Also after a failure, for a colleague may have been first. */
const outdatesLists = (practiceId: string) => ({
  invalidates: () => ({ queryKey: clientListsKey(practiceId) }),
})

/** Why a registration was refused: another client of the practice uses the address. */
export const isAddressTaken = (error: unknown) => error instanceof CallError && error.code === 'conflict'

export const clientMutations = {
  /** The client leaves the one list when the server has said yes, and is fetched 500 ms later for the other (spec §4). */
  register: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutationKeys.register(practiceId),
      mutationFn: async ({ uuid }: ClientListItem) => {
        await registerClient(practiceId, uuid, { silent: true })
        takeOut(queryClient, unregisteredLists(practiceId), uuid)
        changePages(queryClient, registeredLists(practiceId), (page, search) =>
          isOfAll(search) ? counted(page, 1) : page,
        )
        await pause(CLIENT_FETCH_DELAY_MS)
        await fetched(uuid)
      },
      meta: outdatesLists(practiceId),
    }),

  /** Off the portal; the client's file stays, and turns up among the unregistered ones. */
  remove: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutationKeys.remove(practiceId),
      mutationFn: (clientId: string) => deleteClient(clientId, { silent: true }),
      onSuccess: (_answer, clientId) => takeOut(queryClient, registeredLists(practiceId), clientId),
      meta: outdatesLists(practiceId),
    }),

  /** All clients of the practice off the portal. */
  removeAll: (practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutationKeys.removeAll(practiceId),
      mutationFn: () => deleteAllClients(practiceId),
      meta: outdatesLists(practiceId),
    }),

  inviteAgain: (practiceId: string) =>
    mutationOptions({
      mutationFn: (clientId: string) => inviteAgain(clientId, { silent: true }),
      meta: outdatesLists(practiceId),
    }),
}

/** Its failure is told beside the success: it is known all the same that the client is registered, and the lists say the rest. */
async function fetched(clientId: string): Promise<void> {
  try {
    await getClient(clientId)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

export const setClientLocked = (clientId: string, locked: boolean, options: { silent?: boolean } = {}) =>
  api.put(paths.client(clientId), { json: { locked }, ...options })

interface LockChange {
  clientId: string
  locked: boolean
}

/** Shown at once, and taken back when it fails. One of a client at a time: who calls it asks whether one is under way. */
export const lockMutation = (queryClient: QueryClient, practiceId: string) =>
  mutationOptions({
    mutationKey: clientMutationKeys.lock(practiceId),
    mutationFn: ({ clientId, locked }: LockChange) => setClientLocked(clientId, locked, { silent: true }),
    onMutate: ({ clientId, locked }) => setLocked(queryClient, practiceId, clientId, locked),
    onError: (_error, { clientId, locked }) => setLocked(queryClient, practiceId, clientId, !locked),
    meta: {
      invalidates: (error) => ({
        queryKey: registeredLists(practiceId),
        // A refusal may mean that a colleague was first.
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
    holds(page, clientId)
      ? {
          ...page,
          content: page.content.map((client) => (client.uuid === clientId ? { ...client, locked } : client)),
        }
      : page,
  )
}

/** The client is not what the list says: gone, or off the portal. */
const isOutdated = (error: unknown) =>
  error instanceof CallError && (error.code === 'not-found' || error.code === 'conflict')

/** The mail that gives access once more, to who has not chosen a password. */
export const inviteAgain = (clientId: string, options: { silent?: boolean } = {}) =>
  api.post(paths.clientInvitation(clientId), options)
