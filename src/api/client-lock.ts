import { type QueryClient, mutationOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api } from './http.ts'
import { clientMutationKeys } from './client-mutation-keys.ts'
import { changePages, holds, registeredLists } from './client-pages.ts'

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
