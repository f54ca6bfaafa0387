import type { InferType } from 'yup'
import { count, email, flag, isoDateTime, object, requiredText, text, uuid } from './fields.ts'

/** `lastName` includes the tussenvoegsel; `email: null` says that there is none, an absent one that it is not known. */
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
})
export type Client = InferType<typeof clientSchema>

/** What both client lists hold of a client. */
export type ClientListItem = Pick<
  Client,
  'uuid' | 'locked' | 'companyName' | 'callName' | 'firstName' | 'lastName' | 'clientNumber' | 'email' | 'city'
>

/** PUT /clients/{clientId} */
export const clientChangeSchema = object({ locked: flag().required('required') })
