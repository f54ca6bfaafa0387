import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { clientCleared, portalState } from '#src/lib/store.ts'
import { dropClientData } from '#src/api/scope.ts'

export const historyIndex = (router: RegisteredRouter) => router.history.location.state.__TSR_index

/** Back to the list the client was viewed from, as it was, also after a reload; else to the dashboard. */
export function returnToAdmin(router: RegisteredRouter): void {
  const { viewedFrom } = portalState()
  const steps = viewedFrom === null ? 0 : viewedFrom - historyIndex(router)
  if (steps < 0) router.history.go(steps)
  else void router.navigate({ to: '/admin/dashboard' })
}

/** Arrived in the clinic's area: whoever was viewed is gone from this tab. */
export function stopViewing(queryClient: QueryClient): void {
  if (portalState().clientId === null) return
  dropClientData(queryClient)
  clientCleared()
}
