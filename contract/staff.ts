import type { StaffRole } from './roles.ts'

/** States of a membership. A staff offer gives no rights until the person accepts it. */
export const STAFF_STATES = ['offered', 'active', 'ended'] as const

/** Returns how a change of membership affects the admins of the practice; undefined if no admin changes. */
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
