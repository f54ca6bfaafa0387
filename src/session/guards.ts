import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isClinicAdmin, isClinicUser, isOwner, isPortalUser } from '#contract/roles.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { type Session, clientShown, portalState } from '#src/lib/store.ts'
import { reportUnforeseen, malformedResponse } from '#src/lib/report-error.ts'
import { homePath } from './return-to.ts'
import type { PortalSession, SessionContext } from './session.ts'
import type { Capability } from '#contract/capabilities.ts'
import { can } from '#src/api/capabilities.ts'
import { clientQueries } from '#src/api/clients.ts'
import { ownClientQuery } from '#src/api/own-client.ts'
import { type Loader, SILENT, ofLoader } from '#src/api/query-client.ts'
import { stopViewing } from './viewing.ts'

// Guards return the ids that they have verified. Loaders and screens get the ids of a session only from guards.

interface Visit {
  location: { href: string }
  context: { session: Pick<PortalSession, 'returnTo'> }
}

function denyAccess({ location, context }: Visit): never {
  throw redirect({
    to: context.session.returnTo.isOpening(location.href) ? homePath() : '/not-authorised',
    replace: true,
  })
}

function signedIn(visit: Visit): Session {
  const { session } = portalState()
  if (session) return session
  visit.context.session.returnTo.remember(visit.location.href)
  denyAccess(visit)
}

export function clinicUserOnly(visit: Visit): { practiceId: string } {
  const session = signedIn(visit)
  return isClinicUser(session) && session.practiceId ? { practiceId: session.practiceId } : denyAccess(visit)
}

export function clinicAdminOnly(visit: Visit): { practiceId: string } {
  const session = signedIn(visit)
  return isClinicAdmin(session) && session.practiceId ? { practiceId: session.practiceId } : denyAccess(visit)
}

/** Returns the guard of a page that exists only if the API has one of the capabilities. */
export const capableOnly =
  (...capabilities: readonly Capability[]) =>
  async ({ context }: { context: SessionContext }): Promise<void> => {
    for (const capability of capabilities) if (await can(context.queryClient, capability)) return
    throw redirect({ to: '/404', replace: true })
  }

/** Returns the guard of a page for clinic admins that exists only if the API has one of the capabilities. */
export const capableAdminOnly =
  (...capabilities: readonly Capability[]) =>
  async (visit: Visit & { context: SessionContext }): Promise<{ practiceId: string }> => {
    const admin = clinicAdminOnly(visit)
    await capableOnly(...capabilities)(visit)
    return admin
  }

/** Admits owners, also before they have chosen a practice or without any; redirects all others to their home page. */
export function portalUserOnly(): { userId: string | null } {
  const { session } = portalState()
  if (!session || !isOwner(session)) throw redirect({ to: homePath(), replace: true })
  return { userId: session.userId }
}

interface ShownClient {
  practiceId: string
  clientId: string
  /** Whether a member of staff views the client. */
  viewedByStaff: boolean
}

/** Admits an owner, and a member of staff who views a client. */
export async function clientOnly(visit: Visit & Loader & { context: SessionContext }): Promise<ShownClient> {
  const { queryClient } = visit.context
  const session = signedIn(visit)
  if (isClinicUser(session)) return viewedClient(visit, queryClient, session)
  if (!isPortalUser(session)) denyAccess(visit)
  const { activePracticeId, clientId: former } = portalState()
  if (!activePracticeId) throw redirect({ to: '/auth/select-clinic', replace: true })
  const ofTab = { userId: session.userId, practiceId: activePracticeId, clientId: former }
  const clientId = await ownClientId(visit, queryClient, ofTab)
  clientShown(clientId, activePracticeId)
  return { practiceId: activePracticeId, clientId, viewedByStaff: false }
}

/** Returns the id of the owner's client. Throws if the response names no client, because all later calls need the id. */
async function ownClientId(
  loader: Loader,
  queryClient: QueryClient,
  ofTab: Parameters<typeof ownClientQuery>[1],
): Promise<string> {
  const query = ownClientQuery(queryClient, ofTab)
  const { uuid } = await queryClient.query({ ...query, meta: ofLoader(loader) })
  if (uuid !== '') return uuid
  queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
  throw malformedResponse()
}

/** Starts loading the client whom the header names on every page. Returns at once; failures are silent. */
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
