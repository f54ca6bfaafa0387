import { type QueryClient, type QueryKey, mutationOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api } from './client.ts'
import { clientMutationKeys, idOf } from './client-mutation-keys.ts'
import { changePages, holds, registeredLists } from './client-pages.ts'

export const setClientLocked = (clientId: string, locked: boolean, options: { silent?: boolean } = {}) =>
  api.put(paths.client(clientId), { json: { locked }, ...options })

interface LockChange {
  clientId: string
  locked: boolean
}

/** Shown at once, and taken back when it fails. */
export const lockMutation = (queryClient: QueryClient, practiceId: string) =>
  mutationOptions({
    mutationKey: clientMutationKeys.lock(practiceId),
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
      const key = clientMutationKeys.lock(practiceId)
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
  })

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

/** The client is not what the list says: gone, or off the portal. */
export const isOutdated = (error: unknown) =>
  error instanceof CallError && (error.code === 'not-found' || error.code === 'conflict')

/** What mutations of a client that have not ended yet began with, the first one first. */
function underWay<Context>(queryClient: QueryClient, mutationKey: QueryKey, clientId: string): Context[] {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .filter(({ state }) => idOf(state) === clientId)
    .flatMap(({ state }) => (state.context === undefined ? [] : [state.context as Context]))
}
