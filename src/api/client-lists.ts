import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import type { Page } from '#contract/paging.ts'
import type { Capability } from '#contract/capabilities.ts'
import { INVITATION_STATES } from '#contract/invitation.ts'
import { paths } from '#contract/paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { can } from './capabilities.ts'
import { type Silent, api } from './http.ts'
import { type ClientSearch, NO_CLIENT_SEARCH, readClients } from './clients.ts'
import { type ListedClient, disambiguate } from './disambiguate.ts'
import { countOf, cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientListsKey } from './scope.ts'

export interface ClientPage extends Page<ListedClient> {
  /** Some were wanted by a filter that the API does not know, and these are all. */
  isUnfiltered?: boolean
}

/** Which of the two lists of a practice. */
export type ClientList = 'registered' | 'unregistered'

interface GetOptions {
  signal?: AbortSignal
  silent?: Silent
}

/** One page of a list; not of the usual size only where the API can be asked for another. */
export async function getClients(
  queryClient: QueryClient,
  list: ClientList,
  practiceId: string,
  { page, lastName, locked, state }: ClientSearch,
  size: number,
  options: GetOptions,
): Promise<Page<ClientListItem>> {
  const isRegistered = list === 'registered'
  const answer = await api.get(isRegistered ? paths.practiceClients(practiceId) : paths.clients, {
    search: {
      practiceId: isRegistered ? undefined : practiceId,
      page: page - 1,
      size: size === PAGE_SIZE || (await can(queryClient, 'page-sizes')) ? size : PAGE_SIZE,
      [lastName && (await can(queryClient, 'client-search')) ? 'q' : 'lastName']: lastName || undefined,
      locked,
      state,
    },
    ...options,
  })
  return readClients(answer)
}

const pageOf = (list: ClientList, practiceId: string, search: ClientSearch, size: number) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, list, search, size),
    queryFn: async (context): Promise<ClientPage> => {
      const options = callOf(context)
      const { locked, state } = search
      const isKnown =
        (!locked || (await can(context.client, 'locked-filter'))) &&
        (!state || (INVITATION_STATES.some((known) => known === state) && (await can(context.client, 'invitations'))))
      if (isKnown) return getClients(context.client, list, practiceId, search, size, options)
      const unfiltered = { ...search, locked: undefined, state: undefined }
      const all = await getClients(context.client, list, practiceId, unfiltered, size, options)
      return { ...all, isUnfiltered: true }
    },
    select: (answer): ClientPage => {
      const page = cutTo(answer, search.page)
      return { ...page, content: disambiguate(page.content.slice(0, size)) }
    },
  })

/** How many of the registered ones; null from an API that cannot say it. */
const countBy = (practiceId: string, capability: Capability, filter: Partial<ClientSearch>) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'registered', capability),
    queryFn: async ({ client, signal }) => {
      if (!(await can(client, capability))) return null
      return getClients(client, 'registered', practiceId, { ...NO_CLIENT_SEARCH, ...filter }, 1, {
        signal,
        silent: true,
      })
    },
    select: (page) => page && countOf(page),
  })

export const clientListQueries = {
  registered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    pageOf('registered', practiceId, search, size),
  unregistered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    pageOf('unregistered', practiceId, search, size),
  registeredCount: (practiceId: string) => ({
    ...pageOf('registered', practiceId, NO_CLIENT_SEARCH, 1),
    select: countOf,
  }),
  unregisteredCount: (practiceId: string) => ({
    ...pageOf('unregistered', practiceId, NO_CLIENT_SEARCH, 1),
    select: countOf,
  }),
  lockedCount: (practiceId: string) => countBy(practiceId, 'locked-filter', { locked: true }),
  activatedCount: (practiceId: string) => countBy(practiceId, 'invitations', { state: 'activated' }),
}
