import type { Language } from '#contract/languages.ts'
import type { RegisteredRouter } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { dropClientData } from '#src/api/scope.ts'
import { type SignedInUser, userQueries } from '#src/api/user.ts'
import { type Session, portalState, userLoaded, clientCleared, clientShown } from '#src/lib/store.ts'
import { readToken, subjectOf } from '#src/lib/token.ts'
import { homePath } from './return-to.ts'
import { forgetLastViewed } from './viewing.ts'
import type { QueryClient } from '@tanstack/react-query'
import { clearChoice } from '#contract/start.ts'
import type { Choice } from '#src/api/own-client.ts'
import { practiceQueries } from '#src/api/practices.ts'

/** Returns the session of a user at the practice `at`, if they work there, otherwise at their first practice. */
export function sessionOf(user: SignedInUser, language: Language, at?: string | null): Session {
  const workplace = user.workplaces?.find(({ practiceId }) => practiceId === at)
  return {
    userId: subjectOf(readToken()) ?? user.username ?? null,
    practiceId: workplace?.practiceId ?? user.practiceId ?? null,
    roles: workplace ? [workplace.role, ...user.roles.filter((role) => role === 'PORTAL_USER')] : user.roles,
    language,
  }
}

/** Handles a changed practice or role of the signed-in user: reloads the user and opens their home page. */
export async function membershipsChanged(router: RegisteredRouter): Promise<void> {
  const { queryClient, session: portalSession } = router.options.context
  const { session: before } = portalState()
  if (!before) return
  let user
  try {
    user = await queryClient.query({ ...userQueries.me(), staleTime: 0 })
  } catch (error) {
    // A practice that requires a second factor ends sessions with only one. The next session starts on the home page.
    if (!portalState().session) portalSession.returnTo.forget()
    throw error
  }
  const session = sessionOf(user, before.language, before.practiceId)
  if (isOwner(session)) await choosePracticeIfClear(queryClient, session.userId)
  userLoaded(session)
  await router.navigate({ to: homePath(), replace: true })
  if (session.practiceId === before.practiceId) return
  forgetLastViewed()
  dropClientData(queryClient, portalState().clientId ?? undefined)
}

/** Chooses the practice and client if there is only one of each; keeps an earlier choice that is still valid. */
export async function choosePracticeIfClear(queryClient: QueryClient, userId: string | null): Promise<void> {
  const practices = await queryClient.query(practiceQueries.own(userId))
  const { activePracticeId, clientId } = portalState()
  const choice = clearChoice(practices, { activePracticeId, clientId })
  if (!choice) clientCleared()
  else if (choice.practice.id !== activePracticeId) clientShown(clientId, choice.practice.id)
}

/** Reloads the practices of a user who had none, and opens the home page. */
export async function practicesChanged(router: RegisteredRouter, userId: string | null): Promise<void> {
  const { queryClient } = router.options.context
  await queryClient.query({ ...practiceQueries.own(userId), staleTime: 0 })
  await choosePracticeIfClear(queryClient, userId)
  await router.navigate({ to: homePath(), replace: true })
}

export async function choose(router: RegisteredRouter, { practice, client }: Choice): Promise<void> {
  const { queryClient, session } = router.options.context
  dropClientData(queryClient)
  if (client) clientShown(client.uuid, practice.id)
  else clientCleared(practice.id)
  await session.returnTo.open()
}

/** Switches this tab to another workplace of the user. */
export async function changeWorkplace(router: RegisteredRouter, practiceId: string): Promise<void> {
  const { queryClient } = router.options.context
  const { session } = portalState()
  const user = queryClient.getQueryData(userQueries.me().queryKey)
  if (!session || !user) return
  forgetLastViewed()
  dropClientData(queryClient)
  clientCleared()
  userLoaded(sessionOf(user, session.language, practiceId))
  await router.navigate({ to: '/admin/dashboard' })
}
