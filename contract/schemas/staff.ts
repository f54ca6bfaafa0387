import type { InferType } from 'yup'
import { STAFF_STATES } from '../staff.ts'
import { STAFF_ROLES } from '../roles.ts'
import { nestedProof } from './second-factor.ts'
import { email, flag, isoDate, isoDateTime, object, oneOf, personName, requiredText, text } from './fields.ts'

const role = () => oneOf(STAFF_ROLES).required('required')

export const staffMemberSchema = object({
  id: requiredText().meta({ description: 'Id of the account.' }),
  username: requiredText(254),
  firstName: text().meta({ description: 'Until the offer is accepted: as the practice entered it.' }),
  lastName: text(),
  role: role(),
  state: oneOf(STAFF_STATES).required('required'),
  offeredRole: oneOf(STAFF_ROLES).meta({ description: 'With active: another role that waits for acceptance.' }),
  declined: flag().meta({ description: 'With ended: the person declined the offer.' }),
  secondFactor: flag().meta({ description: 'With active: whether the account has an authenticator app or a passkey.' }),
  lastSignIn: isoDate().meta({ description: 'With active: day of the last sign-in; absent if none is known.' }),
  identity: flag().meta({ description: 'With active: whether an identity at an OpenID Connect issuer is linked.' }),
}).meta({ title: 'StaffMember' })
/** Membership of a practice's staff; it gives no rights before the person accepts it. */
export type StaffMember = InferType<typeof staffMemberSchema>

export const staffOfferSchema = object({
  practiceId: requiredText(),
  name: requiredText().meta({ description: 'Name of the practice.' }),
  role: role(),
  currentRole: oneOf(STAFF_ROLES).meta({ description: 'Role of a person who already works there.' }),
  offeredAt: isoDateTime().required('required'),
  secondFactor: flag().meta({
    description: 'True: the practice requires a second factor, so a session opened by one factor ends.',
  }),
}).meta({ title: 'StaffOffer' })
/** Offered membership that waits for the signed-in user's decision. */
export type StaffOffer = InferType<typeof staffOfferSchema>

export const staffInvitationSchema = object({
  username: email().required('required'),
  firstName: personName(),
  lastName: personName(),
  role: role(),
  proof: nestedProof().meta({ description: 'Required for a CLINIC_ADMIN.' }),
}).meta({ title: 'StaffInvitation' })
export type StaffInvitation = InferType<typeof staffInvitationSchema>

/** Fields of the invitation form, which asks for the proof separately. */
export const staffInvitationFormSchema = staffInvitationSchema.omit(['proof'])

export const staffChangeSchema = object({
  role: role(),
  active: flag().required('required').meta({
    description: 'False ends the membership, or withdraws the offer; true for an ended one offers it again.',
  }),
  proof: nestedProof().meta({ description: 'Required where somebody becomes an admin, or stops being one.' }),
}).meta({ title: 'StaffChange' })
export type StaffChange = InferType<typeof staffChangeSchema>

export const staffProposalSchema = object({
  id: requiredText(),
  username: requiredText(254),
  firstName: text(),
  lastName: text(),
  currentRole: oneOf(STAFF_ROLES).meta({ description: 'Role of a person who already works there.' }),
  key: text().meta({ description: 'Name of the key that the export came by; absent for an import by the operator.' }),
  proposedAt: isoDateTime().required('required'),
}).meta({ title: 'StaffProposal' })
/** Person whom an export names as an admin, until an admin accepts or declines the proposal. */
export type StaffProposal = InferType<typeof staffProposalSchema>
