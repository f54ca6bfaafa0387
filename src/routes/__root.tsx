import { Outlet, createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { loadOwnClient } from '#src/session/guards.ts'
import type { SessionContext } from '#src/session/session.ts'
import { portalState } from '#src/lib/store.ts'

const WITHOUT_PRACTICE = ['/auth/select-clinic', '/auth/no-clinic', '/auth/reset-password', '/accessibility', '/card']

export interface PortalContext extends SessionContext {
  /** Fetches the code of pages, their loaders with it. */
  loadCode: (routeIds: readonly string[]) => Promise<void>
}

export const Route = createRootRouteWithContext<PortalContext>()({
  beforeLoad: async ({ context, location, matches }) => {
    const { queryClient, session: portalSession } = context
    // Before anything else is done, for until then they stand in the address bar.
    if (portalSession.ssoHandoff.arrived(location.search))
      throw redirect({ to: '/auth/login', search: {}, replace: true })
    const isResetLink = matches.some(({ routeId }) => routeId === '/auth/reset-password')
    if (isResetLink && portalSession.resetLink.arrived(location.search, location.hash)) {
      throw redirect({ to: '/auth/reset-password', search: {}, replace: true })
    }
    // An address that cannot be decoded matches nothing, not even the route of all others.
    if (matches.length === 1) throw redirect({ to: '/404', replace: true })
    // In parallel. A loader later than its navigation would fetch for a user who has signed out meanwhile.
    const code = context.loadCode(matches.map(({ routeId }) => routeId))
    await portalSession.restore(location)
    await code
    const { session, activePracticeId } = portalState()
    // The client's area waits for it, and tells of its failure.
    if (!matches.some(({ routeId }) => routeId === '/client')) loadOwnClient(queryClient)
    const mustChoose = session && isOwner(session) && !activePracticeId
    if (mustChoose && !WITHOUT_PRACTICE.includes(location.pathname)) {
      if (!location.pathname.startsWith('/auth')) portalSession.returnTo.remember(location.href)
      throw redirect({ to: '/auth/select-clinic', replace: true })
    }
  },
  // The frame is around it, also where the session could not be started (src/router.ts).
  component: Outlet,
})
