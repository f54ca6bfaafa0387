import { INVITATION_STATES, MAIL_FAILURES } from '../invitation.ts'
import { array, count, email, flag, isoDateTime, object, oneOf, requiredText, text, uuid } from './fields.ts'

export const clientSchema = object({
  uuid: uuid().required('required'),
  locked: flag().required('required'),
  companyName: text(),
  callName: text(),
  firstName: text(),
  initials: text(50),
  lastName: requiredText(),
  clientNumber: text(50),
  email: email().nullable(),
  phone: text(50),
  mobile: text(50),
  street: text(),
  houseNumber: text(50),
  postalCode: text(20),
  city: text(),
  country: text(),
  ubn: text(20),
  registered: flag(),
  registeredAt: isoDateTime(),
  lastLoginAt: isoDateTime(),
  patientCount: count(),
  invitation: oneOf(INVITATION_STATES),
  mailFailure: oneOf(MAIL_FAILURES),
  matchedPatients: array(requiredText()),
})

/** PUT /clients/{clientId} */
export const clientChangeSchema = object({ locked: flag().required('required') })
