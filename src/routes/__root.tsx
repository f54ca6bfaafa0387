import { Outlet, createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { loadOwnClient } from '#src/session/guards.ts'
import type { SessionContext } from '#src/session/session.ts'
import { PRICES_PATH } from '#src/lib/constants.ts'
import { portalState } from '#src/lib/store.ts'

const WITHOUT_PRACTICE = ['/auth/select-clinic', '/auth/no-clinic', '/auth/reset-password', '/accessibility', '/card']

export interface PortalContext extends SessionContext {
  /** Loads the code of routes, including their loaders. */
  loadCode: (routeIds: readonly string[]) => Promise<void>
}

export const Route = createRootRouteWithContext<PortalContext>()({
  beforeLoad: async ({ context, location, matches }) => {
    const { queryClient, session: portalSession } = context
    // Tokens are read first, because they are visible in the address bar until then.
    if (portalSession.ssoHandoff.arrived(location.search))
      throw redirect({ to: '/auth/login', search: {}, replace: true })
    const isResetLink = matches.some(({ routeId }) => routeId === '/auth/reset-password')
    if (isResetLink && portalSession.resetLink.arrived(location.search, location.hash)) {
      throw redirect({ to: '/auth/reset-password', search: {}, replace: true })
    }
    // A URL that cannot be decoded matches no route, not even the catch-all route.
    if (matches.length === 1) throw redirect({ to: '/404', replace: true })
    // Loads code in parallel with the session, but awaits it: a later loader could fetch for a user who has signed out.
    const code = context.loadCode(matches.map(({ routeId }) => routeId))
    await portalSession.restore(location)
    await code
    const { session, activePracticeId } = portalState()
    // The client area awaits this query in its guard and shows its failure.
    if (!matches.some(({ routeId }) => routeId === '/client')) loadOwnClient(queryClient)
    const mustChoose = session && isOwner(session) && !activePracticeId
    const isOpen = WITHOUT_PRACTICE.includes(location.pathname) || location.pathname.startsWith(PRICES_PATH)
    if (mustChoose && !isOpen) {
      if (!location.pathname.startsWith('/auth')) portalSession.returnTo.remember(location.href)
      throw redirect({ to: '/auth/select-clinic', replace: true })
    }
  },
  // `Frame` wraps this component, also if the session could not be started (src/router.ts).
  component: Outlet,
})
