import { STAFF_STATES } from '../staff.ts'
import { STAFF_ROLES } from '../user.ts'
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
})

export const staffChangeSchema = object({ role: role(), active: flag().required('required') })
