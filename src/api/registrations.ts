import { type QueryClient, type QueryKey, mutationOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { pause } from '#src/lib/cancellation.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import type { ClientPage } from './client-lists.ts'
import {
  changePages,
  clientMutationKeys,
  hasClient,
  outdatesLists,
  pagesOf,
  registeredLists,
} from './client-mutations.ts'
import { type ClientListItem, type ClientSearch, getClient } from './clients.ts'
import { type GetOptions, api } from './http.ts'
import { clientListsKey } from './scope.ts'

export const registerClient = (practiceId: string, clientUuid: string, options: GetOptions = {}) =>
  api.post(paths.practiceClients(practiceId), { search: { clientUuid }, isUnread: true, ...options })

export const deleteClient = (clientId: string, options: GetOptions = {}) => api.delete(paths.client(clientId), options)

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

/** Removes a client from the cached pages of a list, and from the totals of the searches that are known to find it. */
function takeOut(queryClient: QueryClient, lists: QueryKey, clientId: string): void {
  const finding = pagesOf(queryClient, lists).flatMap(({ page, search }) =>
    hasClient(page, clientId) ? [sameSearch(search)] : [],
  )
  changePages(queryClient, lists, (page, search) => {
    if (!isOfAll(search) && !finding.includes(sameSearch(search))) return page
    return { ...counted(page, -1), content: page.content.filter(({ uuid }) => uuid !== clientId) }
  })
}

/** Identity of a search, ignoring the page number. */
const sameSearch = ({ lastName, locked, state, noEmail }: ClientSearch) =>
  JSON.stringify([lastName, locked, state, noEmail])

/** Whether a registration failed because another client of the practice uses the address. */
export const isEmailTaken = (error: unknown) => error instanceof CallError && error.code === 'conflict'

export const registrationMutations = {
  /** Registers a client. On success removes the client from the unregistered list, and fetches the client after 500 ms. */
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

  /** Unregisters a client, who then appears in the list of unregistered clients. */
  remove: (queryClient: QueryClient, practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutationKeys.remove(practiceId),
      mutationFn: (clientId: string) => deleteClient(clientId, { silent: true }),
      onSuccess: (_response, clientId) => takeOut(queryClient, registeredLists(practiceId), clientId),
      meta: outdatesLists(practiceId),
    }),

  removeAll: (practiceId: string) =>
    mutationOptions({
      mutationKey: clientMutationKeys.removeAll(practiceId),
      mutationFn: () => deleteAllClients(practiceId),
      meta: outdatesLists(practiceId),
    }),
}

/** Fetches a client. A failure is shown but not thrown, because the registration itself has succeeded. */
async function fetched(clientId: string): Promise<void> {
  try {
    await getClient(clientId)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
