import type { DeviceName } from './device.ts'
import type { IsoDateTime } from './dates.ts'
import type { Role } from './roles.ts'

export const STAFF_ROLES = ['CLINIC_USER', 'CLINIC_ADMIN'] as const satisfies readonly Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Where the user is signed in, as far as the server keeps it. */
export interface UserSession extends DeviceName {
  /** Another one than a token proves. */
  id: string
  signedInAt: IsoDateTime
  /** Of the token that asks. */
  current: boolean
}
