import type { StaffRole } from './user.ts'

export const STAFF_STATES = ['active', 'invited', 'deactivated'] as const

/** Who works at a practice, or has. */
export interface StaffMember {
  /** Of the account. */
  id: string
  /** The e-mail address. */
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  role: StaffRole
  /** `invited` has not chosen a password yet, or not opened the practice; `deactivated` is staff of this practice no more. */
  state: (typeof STAFF_STATES)[number]
  /** Whether they have an authenticator app or a passkey. */
  secondFactor?: boolean | undefined
}

/**
 * POST /practice/{practiceId}/staff. An account that is there keeps its names; until its user opens the
 * practice, the list tells nothing of it but what was typed here.
 */
export interface StaffInvitation {
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  role: StaffRole
}

/** PUT /practice/{practiceId}/staff/{accountId} */
export interface StaffChange {
  role: StaffRole
  /** False ends the access, and every session at once. */
  active: boolean
}
