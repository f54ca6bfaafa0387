import type { IsoDateTime } from './dates.ts'
import type { FactorProof } from './sign-in.ts'
import type { StaffRole } from './roles.ts'

/** A membership is an offer until its person accepts it, and gives no right before that. */
export const STAFF_STATES = ['offered', 'active', 'ended'] as const

/** The membership of a practice's staff: of who works there, was asked to, or has left. */
export interface StaffMember {
  /** Of the account. */
  id: string
  /** The e-mail address. */
  username: string
  /** Until the offer is accepted: as the practice typed them. */
  firstName?: string | undefined
  lastName?: string | undefined
  role: StaffRole
  state: (typeof STAFF_STATES)[number]
  /** Of an `active` one: another role that an export offers, not accepted yet. */
  offeredRole?: StaffRole | undefined
  /** Of an `ended` one: the person did not want it. */
  declined?: boolean | undefined
  /** Whether they have an authenticator app or a passkey; of an `active` one only. */
  secondFactor?: boolean | undefined
}

/**
 * POST /practice/{practiceId}/staff. Offers a membership; an account that is there keeps its names, and nothing of it is told before
 * its person accepts.
 */
export interface StaffInvitation {
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  role: StaffRole
  /** For a CLINIC_ADMIN. */
  proof?: FactorProof | undefined
}

/** PUT /practice/{practiceId}/staff/{accountId} */
export interface StaffChange {
  role: StaffRole
  /** False ends the membership, or takes the offer back. True for an ended one offers it again. */
  active: boolean
  /** Where somebody becomes an admin, or is one no more. */
  proof?: FactorProof | undefined
}

/**
 * Somebody whom an export names as an admin: GET /practice/{practiceId}/staff-proposals. POST of one of them, with a proof, makes or
 * invites the admin; DELETE declines.
 */
export interface StaffProposal {
  id: string
  /** The e-mail address. */
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  /** Of who works there already. */
  currentRole?: StaffRole | undefined
  /** The name of the key by which the export came; absent for an import by the operator. */
  key?: string | undefined
  proposedAt: IsoDateTime
}

/**
 * A membership that waits for the answer of the signed-in user: GET /user/offers. POST /user/offers/{practiceId} accepts it, DELETE
 * declines it.
 */
export interface StaffOffer {
  practiceId: string
  /** Of the practice. */
  name: string
  role: StaffRole
  /** Of who works there already, and is offered another one. */
  currentRole?: StaffRole | undefined
  offeredAt: IsoDateTime
  /** The practice asks for a second factor, which a session of one factor cannot go on without. */
  secondFactor?: boolean | undefined
}

/** Returns what a change of a membership means for the admins of the practice; undefined where it concerns none. */
export function adminChangeOf(
  { state, role: present }: Pick<StaffMember, 'state' | 'role'>,
  { role, active }: StaffChange,
): 'admin-ended' | 'admin-invited' | 'admin-made' | undefined {
  const isAdmin = present === 'CLINIC_ADMIN'
  const becomesAdmin = active && role === 'CLINIC_ADMIN'
  if (state === 'active') {
    if (isAdmin === becomesAdmin) return undefined
    return becomesAdmin ? 'admin-made' : 'admin-ended'
  }
  return becomesAdmin && !(state === 'offered' && isAdmin) ? 'admin-invited' : undefined
}
