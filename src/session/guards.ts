import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isClinicAdmin, isClinicUser, isOwner, isPortalUser } from '#contract/roles.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { type Session, clientShown, portalState } from '#src/lib/store.ts'
import { rememberReturnTo } from './return-to.ts'
import { clientQueries } from '#src/api/clients.ts'
import { clientOnPortal, stopViewing } from './viewing.ts'

// Guards return the ids they proved. Those are the only way a session's ids enter a loader or a screen.

interface Visit {
  location: { href: string }
}

function refuse(): never {
  throw redirect({ to: '/not-authorised', replace: true })
}

function signedIn({ location }: Visit): Session {
  const { session } = portalState()
  if (session) return session
  rememberReturnTo(location.href)
  refuse()
}

export function clinicUserOnly(visit: Visit): { practiceId: string } {
  const session = signedIn(visit)
  return isClinicUser(session) && session.practiceId ? { practiceId: session.practiceId } : refuse()
}

export function clinicAdminOnly(visit: Visit): { practiceId: string } {
  const session = signedIn(visit)
  return isClinicAdmin(session) && session.practiceId ? { practiceId: session.practiceId } : refuse()
}

/** A portal user who may still have to choose a practice, or has none. */
export function portalUserOnly(visit: Visit): { userId: string } {
  const session = signedIn(visit)
  return isOwner(session) ? { userId: session.userId } : refuse()
}

interface ShownClient {
  practiceId: string
  clientId: string
  /** A member of staff looks at it. */
  viewedByStaff: boolean
}

/** A portal user on the own pages, or a member of staff who views a client. */
export async function clientOnly(visit: Visit, queryClient: QueryClient): Promise<ShownClient> {
  const session = signedIn(visit)
  if (isClinicUser(session)) return viewedClient(queryClient, session)
  if (!isPortalUser(session)) refuse()
  const { activePracticeId } = portalState()
  if (!activePracticeId) throw redirect({ to: '/auth/select-clinic', replace: true })
  const client = await queryClient.query(clientQueries.own(session.userId, activePracticeId))
  clientShown(client.uuid, activePracticeId)
  return { practiceId: activePracticeId, clientId: client.uuid, viewedByStaff: false }
}

async function viewedClient(queryClient: QueryClient, { practiceId }: Session): Promise<ShownClient> {
  const { clientId } = portalState()
  if (!clientId || !practiceId) throw redirect({ to: '/admin/clients/registered', replace: true })
  if (!(await clientOnPortal(queryClient, clientId))) {
    stopViewing(queryClient)
    showAfterNavigation('warning', 'client.viewingGone')
    throw redirect({ to: '/admin/clients/registered', replace: true })
  }
  return { practiceId, clientId, viewedByStaff: true }
}
