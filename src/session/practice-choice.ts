import type { QueryClient } from '@tanstack/react-query'
import { practiceQueries } from '#src/api/practices.ts'
import { clientCleared, clientShown, portalState } from '#src/lib/store.ts'

/** Chooses the practice where there is but one (spec §4); one that was chosen before stays. */
export async function choosePracticeIfClear(queryClient: QueryClient, userId: string | null): Promise<void> {
  const practices = await queryClient.query(practiceQueries.own(userId))
  const { activePracticeId, clientId } = portalState()
  const [only] = practices
  if (practices.some(({ id }) => id === activePracticeId)) return
  if (only && practices.length === 1) clientShown(clientId, only.id)
  else clientCleared()
}
