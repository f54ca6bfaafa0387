import { type Language } from '#contract/languages.ts'
import type { RegisteredRouter } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { dropClientData } from '#src/api/scope.ts'
import { type SignedInUser, userQueries } from '#src/api/user.ts'
import { type Session, portalState, userLoaded } from '#src/lib/store.ts'
import { readToken, subjectOf } from '#src/lib/token.ts'
import { homePath } from './home-path.ts'
import { forgetLastViewed } from './last-viewed.ts'
import { choosePracticeIfClear } from './practice-choice.ts'

/** At the practice where somebody works in this tab, as long as it is one of theirs; else at the first. */
export function sessionOf(user: SignedInUser, language: Language, at?: string | null): Session {
  const workplace = user.workplaces?.find(({ practiceId }) => practiceId === at)
  return {
    userId: subjectOf(readToken()) ?? user.username ?? null,
    practiceId: workplace?.practiceId ?? user.practiceId ?? null,
    roles: workplace ? [workplace.role, ...user.roles.filter((role) => role === 'PORTAL_USER')] : user.roles,
    language,
  }
}

/** The signed-in user works at another practice, or in another role: asks who they are, and goes where a start would lead. */
export async function membershipsChanged(router: RegisteredRouter): Promise<void> {
  const { queryClient, session: portalSession } = router.options.context
  const { session: before } = portalState()
  if (!before) return
  let user
  try {
    user = await queryClient.query({ ...userQueries.me(), staleTime: 0 })
  } catch (error) {
    // A practice that asks for a second factor ends what has proven one only. The next session begins at home.
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
