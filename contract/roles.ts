export const ROLES = ['PORTAL_USER', 'CLINIC_USER', 'CLINIC_ADMIN'] as const
export type Role = (typeof ROLES)[number]
export const STAFF_ROLES = ['CLINIC_USER', 'CLINIC_ADMIN'] as const satisfies readonly Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

// Both documented spellings, and ROLE_PORTAL_USER, which some APIs send.
const SPELLINGS: ReadonlyMap<unknown, Role> = new Map([
  ['PORTAL_USER', 'PORTAL_USER'],
  ['ROLE_USER', 'PORTAL_USER'],
  ['ROLE_PORTAL_USER', 'PORTAL_USER'],
  ['CLINIC_USER', 'CLINIC_USER'],
  ['ROLE_CLINIC_USER', 'CLINIC_USER'],
  ['CLINIC_ADMIN', 'CLINIC_ADMIN'],
  ['ROLE_CLINIC_ADMIN', 'CLINIC_ADMIN'],
])

/** Normalises one role or a list: strings or `{ authority }` objects, in any case. Drops unknown roles. */
export function normaliseRoles(roles: unknown): Role[] {
  const known = (Array.isArray(roles) ? roles : [roles]).flatMap((entry: unknown) => {
    const name = typeof entry === 'object' && entry !== null && 'authority' in entry ? entry.authority : entry
    return SPELLINGS.get(typeof name === 'string' ? name.trim().toUpperCase() : name) ?? []
  })
  return [...new Set(known)]
}

/** Fields that determine roles; a clinic role without a practice does not count. */
export interface RoleHolder {
  practiceId?: string | null | undefined
  roles: readonly Role[]
}

export function isClinicAdmin(user: RoleHolder): boolean {
  return Boolean(user.practiceId) && user.roles.includes('CLINIC_ADMIN')
}

export function isClinicUser(user: RoleHolder): boolean {
  return isClinicAdmin(user) || (Boolean(user.practiceId) && user.roles.includes('CLINIC_USER'))
}

export function isPortalUser(user: RoleHolder): boolean {
  return user.roles.includes('PORTAL_USER')
}

/** Whether a user is a portal user and not staff. An account that is both counts as staff. */
export function isOwner(user: RoleHolder): boolean {
  return isPortalUser(user) && !isClinicUser(user)
}
