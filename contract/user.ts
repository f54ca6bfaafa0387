import type { DeviceName } from './device.ts'
import type { IsoDateTime } from './fields.ts'
import type { Language } from './languages.ts'
import type { Role } from './roles.ts'

export const STAFF_ROLES = ['CLINIC_USER', 'CLINIC_ADMIN'] as const satisfies readonly Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The signed-in user. */
export interface User {
  id?: string | undefined
  username?: string | undefined
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  practiceId?: string | null | undefined
  roles: Role[]
  language: Language
  /** Of staff of several practices: all of them, the first as `practiceId`. */
  workplaces?: Workplace[] | undefined
}

/** PUT /user. Names that are left out stay. */
export interface UserChange {
  language: Language
  firstName?: string | undefined
  lastName?: string | undefined
}

export interface Workplace {
  practiceId: string
  name: string
  role: StaffRole
}

/** Where the user is signed in, as far as the server keeps it. */
export interface UserSession extends DeviceName {
  /** Another one than a token proves. */
  id: string
  signedInAt: IsoDateTime
  /** Of the token that asks. */
  current: boolean
}

/** A member of staff in a practice's export; the e-mail address is the user name. */
export interface Staff {
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  practiceId: string
  roles: StaffRole[]
  language?: Language | undefined
}
