import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { clientShown, portalState } from '#src/lib/store.ts'
import { sessionQueries } from './queries.ts'

/** Staff look at the portal as this client does, with their own token. */
export async function viewAs(router: RegisteredRouter, clientId: string): Promise<void> {
  const { queryClient } = router.options.context
  const { session } = portalState()
  if (!session?.practiceId) return
  await Promise.all([
    queryClient.query(sessionQueries.practice(session.practiceId)),
    queryClient.query({ ...sessionQueries.client(clientId), staleTime: 0 }),
  ])
  clientShown(clientId, session.practiceId, historyIndex(router))
  await router.navigate({ to: '/client/portal/reminders' })
}

const historyIndex = (router: RegisteredRouter) => router.history.location.state.__TSR_index

/** Back to the list the client was viewed from, as it was, also after a reload; else to the dashboard. */
export function returnToAdmin(router: RegisteredRouter): void {
  const { viewedFrom } = portalState()
  const steps = viewedFrom === null ? 0 : viewedFrom - historyIndex(router)
  if (steps < 0) router.history.go(steps)
  else void router.navigate({ to: '/admin/dashboard' })
}

/** Arrived in the clinic's area: whoever was viewed is gone from this tab. */
export function leaveClient(queryClient: QueryClient): void {
  if (portalState().clientId === null) return
  dropClient(queryClient)
  clientShown(null, null)
}

export function dropClient(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ queryKey: ['client'] })
  queryClient.removeQueries({ queryKey: ['client'] })
}
