import { isClinicUser, isPortalUser } from '#contract/roles.ts'
import { portalState } from '#src/lib/store.ts'

/** The address of *home* for the user who is signed in, or without one (spec §2). */
export function homePath() {
  const { session, activePracticeId } = portalState()
  if (!session) return '/auth/login'
  if (isClinicUser(session)) return '/admin/dashboard'
  if (!isPortalUser(session)) return '/not-authorised'
  return activePracticeId ? '/client/portal/reminders' : '/auth/select-clinic'
}
