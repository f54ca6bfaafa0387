import { type QueryClient, type QueryKey, mutationOptions } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import { paths } from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { pause } from '#src/lib/cancellation.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { api } from './client.ts'
import type { ClientPage } from './client-lists.ts'
import { getClient } from './clients.ts'
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

function changePages(queryClient: QueryClient, lists: QueryKey, change: (page: ClientPage) => ClientPage): void {
  // An answer that is under way was made before the change.
  void queryClient.cancelQueries({ queryKey: lists })
  queryClient.setQueriesData<ClientPage>({ queryKey: lists }, (page) => page && change(page))
}

function counted(page: ClientPage, difference: number): ClientPage {
  return { ...page, page: { ...page.page, totalElements: Math.max(0, page.page.totalElements + difference) } }
}

function takeOut(queryClient: QueryClient, lists: QueryKey, clientId: string): void {
  changePages(queryClient, lists, (page) => ({
    ...counted(page, -1),
    content: page.content.filter(({ uuid }) => uuid !== clientId),
  }))
}

function setLocked(queryClient: QueryClient, practiceId: string, clientId: string, locked: boolean): void {
  changePages(queryClient, registeredLists(practiceId), (page) => ({
    ...page,
    content: page.content.map((client) => (client.uuid === clientId ? { ...client, locked } : client)),
  }))
}

export const refetchLists = (queryClient: QueryClient, practiceId: string) =>
  queryClient.invalidateQueries({ queryKey: clientListsKey(practiceId) })

/** Why a registration was refused: another client of the practice uses the address. */
export const isAddressTaken = (error: unknown) => error instanceof CallError && error.code === 'conflict'

export const clientMutations = {
  registerKey: (practiceId: string) => practiceKey(practiceId, 'register'),

  /** The client leaves the one list when the server has said yes, and is fetched 500 ms later for the other (spec §4). */
  register: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutations.registerKey(practiceId),
      mutationFn: async (client: ClientListItem) => {
        const clientUuid = client.uuid
        await registerClient(practiceId, clientUuid)
        takeOut(queryClient, unregisteredLists(practiceId), clientUuid)
        changePages(queryClient, registeredLists(practiceId), (page) => counted(page, 1))
        await pause(CLIENT_FETCH_DELAY_MS)
        return getClient(clientUuid)
      },
      onSettled: () => refetchLists(queryClient, practiceId),
    }),

  /** Shown at once, and taken back when it fails. */
  setLocked: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      // One after the other, so that what was pressed last is what stays.
      scope: { id: 'lock' },
      mutationFn: ({ clientId, locked }: { clientId: string; locked: boolean }) => setClientLocked(clientId, locked),
      onMutate: ({ clientId, locked }) => setLocked(queryClient, practiceId, clientId, locked),
      onError: (_error, { clientId, locked }) => setLocked(queryClient, practiceId, clientId, !locked),
      onSettled: () => queryClient.invalidateQueries({ queryKey: registeredLists(practiceId), refetchType: 'none' }),
    }),

  /** Off the portal; the client's file stays, and turns up among the unregistered ones. */
  remove: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationFn: (clientId: string) => deleteClient(clientId),
      onSuccess: (_answer, clientId) => takeOut(queryClient, registeredLists(practiceId), clientId),
      onSettled: () => refetchLists(queryClient, practiceId),
    }),

  /** All clients of the practice off the portal. */
  removeAll: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationFn: () => deleteAllClients(practiceId),
      onSettled: () => refetchLists(queryClient, practiceId),
    }),
}
