import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { askFor, sessionStarted } from '#src/features/session/session.ts'
import { portalState } from '#src/lib/store.ts'
import { Failure } from './-failure.tsx'
import { Frame } from './-frame.tsx'

const WITHOUT_PRACTICE = ['/auth/select-clinic', '/auth/no-clinic', '/auth/reset-password']

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context, location }) => {
    await sessionStarted(context.queryClient)
    const { session, activePracticeId } = portalState()
    const mustChoose = session && isOwner(session) && !activePracticeId
    if (mustChoose && !WITHOUT_PRACTICE.includes(location.pathname)) {
      if (!location.pathname.startsWith('/auth')) askFor(location.href)
      throw redirect({ to: '/auth/select-clinic', replace: true })
    }
  },
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  // The session could not be started: the frame stays, and a retry starts it again.
  errorComponent: (props) => (
    <Frame>
      <Failure {...props} />
    </Frame>
  ),
})
