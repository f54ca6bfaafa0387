import type { IsoDateTime } from './fields.ts'
import type { StaffRole } from './user.ts'

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
}

/** PUT /practice/{practiceId}/staff/{accountId} */
export interface StaffChange {
  role: StaffRole
  /** False ends the membership, or takes the offer back. True for an ended one offers it again. */
  active: boolean
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
