import { type Query, type QueryClient, type QueryKey, mutationOptions } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import { paths } from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { pause } from '#src/lib/cancellation.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { api } from './client.ts'
import type { ClientPage } from './client-lists.ts'
import { type ClientSearch, getClient } from './clients.ts'
import { clientListsKey, practiceKey } from './scope.ts'

interface CallOptions {
  silent?: boolean
}

export const registerClient = (practiceId: string, clientUuid: string, options: CallOptions = {}) =>
  api.post(paths.practiceClients(practiceId), { search: { clientUuid }, ...options })

export const setClientLocked = (clientId: string, locked: boolean, options: CallOptions = {}) =>
  api.put(paths.client(clientId), { json: { locked }, ...options })

export const deleteClient = (clientId: string, options: CallOptions = {}) => api.delete(paths.client(clientId), options)

const deleteAllClients = (practiceId: string) => api.delete(paths.practiceClients(practiceId))

const registeredLists = (practiceId: string) => clientListsKey(practiceId, 'registered')
const unregisteredLists = (practiceId: string) => clientListsKey(practiceId, 'unregistered')

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

/** The pages of a list that are here, by their search; what else stands under the key of the lists is left alone. */
function pagesOf(queryClient: QueryClient, queryKey: QueryKey): [Query<ClientPage>, ClientSearch][] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey, predicate: hasData })
    .flatMap((query) => {
      const search = query.queryKey[queryKey.length]
      return typeof search === 'object' && search !== null
        ? [[query as unknown as Query<ClientPage>, search as ClientSearch]]
        : []
    })
}

type Change = (page: ClientPage, search: ClientSearch) => ClientPage

function changePages(queryClient: QueryClient, lists: QueryKey, change: Change): void {
  outdate(queryClient, lists)
  for (const [query, search] of pagesOf(queryClient, lists)) {
    const before = query.state.data
    const after = before && change(before, search)
    if (after && after !== before) queryClient.setQueryData(query.queryKey, after)
  }
}

function counted(page: ClientPage, difference: number): ClientPage {
  const totalElements = Math.max(0, page.page.totalElements + difference)
  return { ...page, page: { ...page.page, totalElements, totalPages: Math.ceil(totalElements / page.page.size) } }
}

const holds = ({ content }: ClientPage, clientId: string) => content.some(({ uuid }) => uuid === clientId)
const isOfAll = ({ lastName, locked }: ClientSearch) => lastName === '' && locked === undefined

/** A client leaves a list: of its searches those that are known to find that one count one less. */
function takeOut(queryClient: QueryClient, lists: QueryKey, clientId: string): void {
  const finding = pagesOf(queryClient, lists).flatMap(([{ state }, search]) =>
    state.data && holds(state.data, clientId) ? [sameSearch(search)] : [],
  )
  changePages(queryClient, lists, (page, search) => {
    if (!isOfAll(search) && !finding.includes(sameSearch(search))) return page
    return { ...counted(page, -1), content: page.content.filter(({ uuid }) => uuid !== clientId) }
  })
}

/** Of all its pages. */
const sameSearch = ({ lastName, locked }: ClientSearch) => JSON.stringify([lastName, locked])

function setLocked(queryClient: QueryClient, practiceId: string, clientId: string, locked: boolean): void {
  changePages(queryClient, registeredLists(practiceId), (page) =>
    holds(page, clientId)
      ? {
          ...page,
          content: page.content.map((client) => (client.uuid === clientId ? { ...client, locked } : client)),
        }
      : page,
  )
}

export const refetchLists = (queryClient: QueryClient, practiceId: string) =>
  queryClient.invalidateQueries({ queryKey: clientListsKey(practiceId) })

/** Why a registration was refused: another client of the practice uses the address. */
export const isAddressTaken = (error: unknown) => error instanceof CallError && error.code === 'conflict'

interface LockChange {
  clientId: string
  locked: boolean
}

export const clientMutations = {
  registerKey: (practiceId: string) => practiceKey(practiceId, 'register'),
  removeKey: (practiceId: string) => practiceKey(practiceId, 'remove'),
  removeAllKey: (practiceId: string) => practiceKey(practiceId, 'remove-all'),
  lockKey: (practiceId: string) => practiceKey(practiceId, 'lock'),

  /** The client leaves the one list when the server has said yes, and is fetched 500 ms later for the other (spec §4). */
  register: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutations.registerKey(practiceId),
      mutationFn: async ({ uuid, locked }: ClientListItem) => {
        await registerClient(practiceId, uuid, { silent: true })
        takeOut(queryClient, unregisteredLists(practiceId), uuid)
        changePages(queryClient, registeredLists(practiceId), (page, search) =>
          isOfAll(search) ? counted(page, 1) : page,
        )
        await pause(CLIENT_FETCH_DELAY_MS)
        const client = await fetched(uuid)
        // Registering gives access, which the mail says as well.
        if (locked && client?.locked) await setClientLocked(uuid, false, { silent: true })
      },
      onSettled: () => refetchLists(queryClient, practiceId),
    }),

  /** Shown at once, and taken back when it fails. */
  setLocked: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutations.lockKey(practiceId),
      // One after the other, so that what was pressed last is what stays.
      scope: { id: 'lock' },
      mutationFn: ({ clientId, locked }: LockChange) => setClientLocked(clientId, locked, { silent: true }),
      onMutate: ({ clientId, locked }) => {
        setLocked(queryClient, practiceId, clientId, locked)
        return { before: !locked }
      },
      onError: (_error, { clientId }, shown) => {
        if (!shown) return
        // What was pressed since was pressed on what has not come to be.
        const key = clientMutations.lockKey(practiceId)
        const next = underWay<typeof shown>(queryClient, key, clientId).find((other) => other !== shown)
        if (next) next.before = shown.before
        else setLocked(queryClient, practiceId, clientId, shown.before)
      },
      onSettled: (_answer, error) =>
        queryClient.invalidateQueries({
          queryKey: registeredLists(practiceId),
          // A refusal may mean that a colleague was first.
          refetchType: isOutdated(error) ? 'active' : 'none',
        }),
    }),

  /** Off the portal; the client's file stays, and turns up among the unregistered ones. */
  remove: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutations.removeKey(practiceId),
      mutationFn: (clientId: string) => deleteClient(clientId, { silent: true }),
      onSuccess: (_answer, clientId) => takeOut(queryClient, registeredLists(practiceId), clientId),
      onSettled: () => refetchLists(queryClient, practiceId),
    }),

  /** All clients of the practice off the portal. */
  removeAll: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutations.removeAllKey(practiceId),
      mutationFn: () => deleteAllClients(practiceId),
      onSettled: () => refetchLists(queryClient, practiceId),
    }),
}

/** Null where the answer fails: it is known all the same that the client is registered, and the lists say the rest. */
const fetched = (clientId: string) =>
  getClient(clientId, { silent: true }).catch((error: unknown) => {
    if (error instanceof CallError) return null
    throw error
  })

/** The client is not what the list says: gone, or off the portal. */
export const isOutdated = (error: unknown) =>
  error instanceof CallError && (error.code === 'not-found' || error.code === 'conflict')

/** What mutations of a client that have not ended yet began with, the first one first. */
function underWay<Context>(queryClient: QueryClient, mutationKey: QueryKey, clientId: string): Context[] {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .filter(({ state }) => idOf(state.variables) === clientId)
    .flatMap(({ state }) => (state.context === undefined ? [] : [state.context as Context]))
}

/** The client that a mutation is about. */
function idOf(variables: unknown): unknown {
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
    predicate: ({ state }) => clientId === undefined || idOf(state.variables) === clientId,
  }) > 0
