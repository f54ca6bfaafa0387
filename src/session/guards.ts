import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isClinicAdmin, isClinicUser, isOwner, isPortalUser } from '#contract/roles.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { type Session, clientShown, portalState } from '#src/lib/store.ts'
import { reportUnforeseen, unusableAnswer } from '#src/lib/report-error.ts'
import { homePath } from './return-to.ts'
import type { PortalSession, SessionContext } from './session.ts'
import type { Capability } from '#contract/capabilities.ts'
import { can } from '#src/api/capabilities.ts'
import { clientQueries } from '#src/api/clients.ts'
import { ownClientQuery } from '#src/api/own-client.ts'
import { type Loader, SILENT, ofLoader } from '#src/api/query-client.ts'
import { stopViewing } from './viewing.ts'

// Guards return the ids they proved. Those are the only way a session's ids enter a loader or a screen.

interface Visit {
  location: { href: string }
  context: { session: Pick<PortalSession, 'returnTo'> }
}

function refuse({ location, context }: Visit): never {
  throw redirect({
    to: context.session.returnTo.isOpening(location.href) ? homePath() : '/not-authorised',
    replace: true,
  })
}

function signedIn(visit: Visit): Session {
  const { session } = portalState()
  if (session) return session
  visit.context.session.returnTo.remember(visit.location.href)
  refuse(visit)
}

export function clinicUserOnly(visit: Visit): { practiceId: string } {
  const session = signedIn(visit)
  return isClinicUser(session) && session.practiceId ? { practiceId: session.practiceId } : refuse(visit)
}

export function clinicAdminOnly(visit: Visit): { practiceId: string } {
  const session = signedIn(visit)
  return isClinicAdmin(session) && session.practiceId ? { practiceId: session.practiceId } : refuse(visit)
}

/** Guard of a page that exists only if the API has a capability. */
export const capableOnly =
  (capability: Capability) =>
  async ({ context }: { context: SessionContext }): Promise<void> => {
    if (!(await can(context.queryClient, capability))) throw redirect({ to: '/404', replace: true })
  }

/** The same of a page for clinic admins. */
export const capableAdminOnly =
  (capability: Capability) =>
  async (visit: Visit & { context: SessionContext }): Promise<{ practiceId: string }> => {
    const admin = clinicAdminOnly(visit)
    await capableOnly(capability)(visit)
    return admin
  }

/** A portal user who may still have to choose a practice, or has none; everybody else has a home. */
export function portalUserOnly(): { userId: string | null } {
  const { session } = portalState()
  if (!session || !isOwner(session)) throw redirect({ to: homePath(), replace: true })
  return { userId: session.userId }
}

interface ShownClient {
  practiceId: string
  clientId: string
  /** A member of staff looks at it. */
  viewedByStaff: boolean
}

/** A portal user on the own pages, or a member of staff who views a client. */
export async function clientOnly(visit: Visit & Loader & { context: SessionContext }): Promise<ShownClient> {
  const { queryClient } = visit.context
  const session = signedIn(visit)
  if (isClinicUser(session)) return viewedClient(visit, queryClient, session)
  if (!isPortalUser(session)) refuse(visit)
  const { activePracticeId, clientId: former } = portalState()
  if (!activePracticeId) throw redirect({ to: '/auth/select-clinic', replace: true })
  const ofTab = { userId: session.userId, practiceId: activePracticeId, clientId: former }
  const clientId = await ownClientId(visit, queryClient, ofTab)
  clientShown(clientId, activePracticeId)
  return { practiceId: activePracticeId, clientId, viewedByStaff: false }
}

/** An answer that names no client cannot be used: every call that follows would be about none. */
async function ownClientId(
  loader: Loader,
  queryClient: QueryClient,
  ofTab: Parameters<typeof ownClientQuery>[1],
): Promise<string> {
  const query = ownClientQuery(queryClient, ofTab)
  const { uuid } = await queryClient.query({ ...query, meta: ofLoader(loader) })
  if (uuid !== '') return uuid
  queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
  throw unusableAnswer()
}

/** The header names the client on every page. It is not waited for, and its failure is silent. */
export function loadOwnClient(queryClient: QueryClient): void {
  const { session, activePracticeId, clientId } = portalState()
  if (!session || !isOwner(session) || !activePracticeId) return
  const query = ownClientQuery(queryClient, { userId: session.userId, practiceId: activePracticeId, clientId })
  void queryClient.query({ ...query, meta: SILENT }).catch(reportUnforeseen)
}

async function viewedClient(visit: Loader, queryClient: QueryClient, { practiceId }: Session): Promise<ShownClient> {
  const { clientId } = portalState()
  if (!clientId || !practiceId) throw redirect({ to: '/admin/clients/registered', replace: true })
  const client = await queryClient.query({ ...clientQueries.one(clientId), meta: ofLoader(visit) })
  if (!client || client.registered === false) {
    stopViewing(queryClient)
    if (client) showAfterNavigation('warning', 'client.viewingGone')
    else showAfterNavigation('error', 'core.errors.httpError', { status: 404 })
    throw redirect({ to: '/admin/clients/registered', replace: true })
  }
  return { practiceId, clientId, viewedByStaff: true }
}
