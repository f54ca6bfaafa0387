import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { clientQueries } from '#src/api/clients.ts'
import { SILENT } from '#src/api/query-client.ts'
import { dropClientData } from '#src/api/scope.ts'
import { showMessage } from '#src/lib/messages.ts'
import { clientCleared, clientShown, portalState } from '#src/lib/store.ts'
import { LAST_VIEWED_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'

const historyIndex = (router: RegisteredRouter) => router.history.location.state.__TSR_index

/** Goes back to the unchanged list from which the client was opened, also after a reload; otherwise to the dashboard. */
export function returnToAdmin(router: RegisteredRouter): void {
  const { viewedFrom } = portalState()
  const steps = viewedFrom === null ? 0 : viewedFrom - historyIndex(router)
  if (steps < 0) router.history.go(steps)
  else void router.navigate({ to: '/admin/dashboard' })
}

/** Removes the viewed client from this tab, on arrival in the clinic's area. */
export function stopViewing(queryClient: QueryClient): void {
  if (portalState().clientId === null) return
  dropClientData(queryClient)
  clientCleared()
}

/**
 * Returns a function that opens the portal as a client sees it, with the token of the member of staff. Of concurrent calls only the
 * last one takes effect. The returned promise rejects with failures that were not shown.
 */
export function createViewAs(getRouter: () => RegisteredRouter) {
  let presses = 0
  return async (clientId: string): Promise<void> => {
    const router = getRouter()
    const { queryClient } = router.options.context
    const { session } = portalState()
    if (!session?.practiceId) return
    const press = (presses += 1)
    const client = await queryClient.query({ ...clientQueries.one(clientId), staleTime: 0, meta: SILENT })
    if (press !== presses) return
    if (!client) return showMessage('error', 'core.errors.httpError', { status: 404 })
    if (client.registered === false) return showMessage('warning', 'client.viewingGone')
    // Dropped only now, because the page of another client may still be loading and would fail.
    dropClientData(queryClient, clientId)
    if (clientId !== SAMPLE_CLIENT_ID) rememberViewed(session.userId, clientId)
    // If a client is already being viewed, the return position remains that of the list.
    clientShown(clientId, session.practiceId, portalState().viewedFrom ?? historyIndex(router))
    await router.navigate({ to: '/client/portal/reminders' })
  }
}

// Last clients that a member of staff viewed. The device stores the user id and the client ids, without names, until sign-out.

const MAX_VIEWED = 6

/** Returns the last viewed clients of a user, latest first. A user whom the API does not identify has none. */
export function lastViewed(userId: string | null): string[] {
  try {
    const [owner, ...clientIds]: unknown[] = JSON.parse(deviceStorage.getItem(LAST_VIEWED_STORAGE) ?? '[]')
    return userId !== null && owner === userId
      ? clientIds.filter((id) => typeof id === 'string').slice(0, MAX_VIEWED)
      : []
  } catch {
    return []
  }
}

function keep(userId: string | null, clientIds: string[]): void {
  if (userId === null) return
  deviceStorage.setItem(LAST_VIEWED_STORAGE, JSON.stringify([userId, ...clientIds]))
}

export function dropLastViewed(userId: string | null, clientId: string): void {
  keep(
    userId,
    lastViewed(userId).filter((id) => id !== clientId),
  )
}

/** Adds a client to the front of the list. */
export function rememberViewed(userId: string | null, clientId: string): void {
  dropLastViewed(userId, clientId)
  keep(userId, [clientId, ...lastViewed(userId)].slice(0, MAX_VIEWED))
}

/** Deletes the list, unless it belongs to `userId`, the user who signs in. */
export function forgetLastViewed(userId: string | null = null): void {
  if (userId === null || lastViewed(userId).length === 0) deviceStorage.removeItem(LAST_VIEWED_STORAGE)
}
