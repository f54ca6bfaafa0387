import type { RegisteredRouter } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { dropClientData } from '#src/api/scope.ts'
import { userQueries } from '#src/api/user.ts'
import { portalState, userLoaded } from '#src/lib/store.ts'
import { homePath } from './home-path.ts'
import { forgetLastViewed } from './last-viewed.ts'
import { sessionOf } from './lifecycle.ts'
import { choosePracticeIfClear } from './practice-choice.ts'
import { forgetReturnTo } from './return-to.ts'

/** The signed-in user works at another practice, or in another role: asks who they are, and goes where a start would lead. */
export async function membershipsChanged(router: RegisteredRouter): Promise<void> {
  const { queryClient } = router.options.context
  const { session: before } = portalState()
  if (!before) return
  let user
  try {
    user = await queryClient.query({ ...userQueries.me(), staleTime: 0 })
  } catch (error) {
    // A practice that asks for a second factor ends what has proven one only. The next session begins at home.
    if (!portalState().session) forgetReturnTo()
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
