import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { practiceQueries } from '#src/api/practices.ts'
import { dropClientData } from '#src/api/scope.ts'
import { clientCleared, clientShown, portalState } from '#src/lib/store.ts'
import { homePath } from './home-path.ts'

/** Chooses the practice where there is but one (spec §4); one that was chosen before stays. */
export async function choosePracticeIfClear(queryClient: QueryClient, userId: string | null): Promise<void> {
  const practices = await queryClient.query(practiceQueries.own(userId))
  const { activePracticeId, clientId } = portalState()
  const [only] = practices
  if (practices.some(({ id }) => id === activePracticeId)) return
  if (only && practices.length === 1) clientShown(clientId, only.id)
  else clientCleared()
}

/** Asks again which practices there are, for a user who had none. */
export async function practicesChanged(router: RegisteredRouter, userId: string | null): Promise<void> {
  const { queryClient } = router.options.context
  await queryClient.query({ ...practiceQueries.own(userId), staleTime: 0 })
  await choosePracticeIfClear(queryClient, userId)
  await router.navigate({ to: homePath(), replace: true })
}

export async function choosePractice(router: RegisteredRouter, practiceId: string): Promise<void> {
  const { queryClient, session } = router.options.context
  dropClientData(queryClient)
  clientCleared(practiceId)
  await session.returnTo.open()
}
