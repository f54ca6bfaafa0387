import type { StaffRole } from './roles.ts'

/** A membership is an offer until its person accepts it, and gives no right before that. */
export const STAFF_STATES = ['offered', 'active', 'ended'] as const

/** Returns what a change of a membership means for the admins of the practice; undefined where it concerns none. */
export function adminChangeOf(
  { state, role: present }: { state: (typeof STAFF_STATES)[number]; role: StaffRole },
  { role, active }: { role: StaffRole; active: boolean },
): 'admin-ended' | 'admin-invited' | 'admin-made' | undefined {
  const isAdmin = present === 'CLINIC_ADMIN'
  const becomesAdmin = active && role === 'CLINIC_ADMIN'
  if (state === 'active') {
    if (isAdmin === becomesAdmin) return undefined
    return becomesAdmin ? 'admin-made' : 'admin-ended'
  }
  return becomesAdmin && !(state === 'offered' && isAdmin) ? 'admin-invited' : undefined
}
