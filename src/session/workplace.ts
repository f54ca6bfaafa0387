import type { RegisteredRouter } from '@tanstack/react-router'
import { dropClientData } from '#src/api/scope.ts'
import { userQueries } from '#src/api/user.ts'
import { clientCleared, portalState, userLoaded } from '#src/lib/store.ts'
import { forgetLastViewed } from './last-viewed.ts'
import { sessionOf } from './memberships.ts'

/** Goes on in this tab at another of the practices where somebody works. */
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
