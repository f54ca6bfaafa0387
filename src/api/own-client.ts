import { type QueryClient, useQuery } from '@tanstack/react-query'
import { choicesOf } from '#contract/start.ts'
import { usePortal } from '#src/lib/store.ts'
import { clientQueries, type ListedClient } from './clients.ts'
import { type OwnPractice, practiceQueries } from './practices.ts'

/** Choice of `contract/start.ts`, whose client may have a distinction from others of the same name. */
export interface Choice {
  practice: OwnPractice
  client?: ListedClient
}

interface OfTab {
  userId: string | null
  practiceId: string
  clientId: string | null
}

/** Returns the query of the user's client at a practice; among several clients, the one chosen in this tab. */
function ownClientOf(practices: readonly OwnPractice[], { userId, practiceId, clientId }: OfTab) {
  const clients = practices.find(({ id }) => id === practiceId)?.clients ?? []
  return clientQueries.own(userId, practiceId, clients.find(({ uuid }) => uuid === clientId)?.uuid)
}

/** Returns the query of the user's client; for guards, which run after the session has fetched the practices. */
export const ownClientQuery = (queryClient: QueryClient, ofTab: OfTab) =>
  ownClientOf(queryClient.getQueryData(practiceQueries.own(ofTab.userId).queryKey) ?? [], ofTab)

/** Returns the practices of the user, fetched at the start of the session; undefined until then. */
export function useOwnPractices(): OwnPractice[] | undefined {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  return useQuery({ ...practiceQueries.own(userId), enabled: false }).data
}

/** Returns the message id of the link to the choice of a practice; null if there is no other choice. */
export function otherChoice(practices: readonly OwnPractice[] = []) {
  if (choicesOf(practices).length < 2) return null
  if (!practices.some(({ clients }) => clients)) return 'client.otherPractice'
  return practices.length > 1 ? 'client.otherClientOrPractice' : 'client.otherClient'
}

/** Returns the user's client at a practice, fetched by a guard. */
export function useOwnClient(practiceId: string) {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  const clientId = usePortal((state) => state.clientId)
  const practices = useOwnPractices() ?? []
  return useQuery({ ...ownClientOf(practices, { userId, practiceId, clientId }), enabled: false }).data
}

interface ClientArea {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
}

/** Returns the client of the current pages: the owner's own client, or the client that staff view. Fetched by the guard. */
export function useOwner({ clientId, practiceId, viewedByStaff }: ClientArea) {
  const own = useOwnClient(practiceId)
  const { data: viewed } = useQuery({ ...clientQueries.one(clientId), enabled: false })
  return (viewedByStaff ? viewed : own) ?? undefined
}
