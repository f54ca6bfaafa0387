import { STAFF_STATES } from '../staff.ts'
import { STAFF_ROLES } from '../roles.ts'
import { nestedProof } from './second-factor.ts'
import { email, flag, isoDateTime, object, oneOf, personName, requiredText, text } from './fields.ts'

const role = () => oneOf(STAFF_ROLES).required('required')

export const staffMemberSchema = object({
  id: requiredText(),
  username: requiredText(254),
  firstName: text(),
  lastName: text(),
  role: role(),
  state: oneOf(STAFF_STATES).required('required'),
  offeredRole: oneOf(STAFF_ROLES),
  declined: flag(),
  secondFactor: flag(),
})

export const staffOfferSchema = object({
  practiceId: requiredText(),
  name: requiredText(),
  role: role(),
  currentRole: oneOf(STAFF_ROLES),
  offeredAt: isoDateTime().required('required'),
  secondFactor: flag(),
})

export const staffInvitationSchema = object({
  username: email().required('required'),
  firstName: personName(),
  lastName: personName(),
  role: role(),
  proof: nestedProof(),
})

/** The form of it, where the proof is asked for beside it. */
export const staffInvitationFormSchema = staffInvitationSchema.omit(['proof'])

export const staffChangeSchema = object({ role: role(), active: flag().required('required'), proof: nestedProof() })

export const staffProposalSchema = object({
  id: requiredText(),
  username: requiredText(254),
  firstName: text(),
  lastName: text(),
  currentRole: oneOf(STAFF_ROLES),
  key: text(),
  proposedAt: isoDateTime().required('required'),
})
