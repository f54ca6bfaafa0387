import type { InferType } from 'yup'
import { INVITATION_STATES, MAIL_FAILURES } from '../client.ts'
import {
  array,
  code,
  count,
  email,
  flag,
  isoDateTime,
  object,
  oneOf,
  optionalObject,
  requiredText,
  telephone,
  text,
  total,
  uuid,
} from './fields.ts'

/** `lastName` includes the tussenvoegsel, and is empty for a company without a contact; `email: null` means none, an absent one unknown. */
export const clientSchema = object({
  uuid: uuid().required('required'),
  locked: flag().required('required'),
  companyName: text(),
  callName: text(),
  firstName: text(),
  initials: text(50),
  lastName: text().defined('required').nonNullable('required'),
  clientNumber: code(),
  email: email().nullable(),
  phone: telephone(),
  mobile: telephone(),
  street: text(),
  houseNumber: text(50),
  postalCode: code(20),
  city: text(),
  country: text(),
  ubn: code(20),
  registered: flag(),
  registeredAt: isoDateTime(),
  /** When its owner opened the practice last, for its staff. */
  lastLoginAt: isoDateTime(),
  /** Animals that are alive and at the practice. */
  patientCount: count(),
  /** Names of the first few of these, for staff. */
  patientNames: array(requiredText()),
  /** Of a registered one, for staff: in the list of these, and in full. */
  invitation: oneOf(INVITATION_STATES),
  mailFailure: oneOf(MAIL_FAILURES),
  /** The last time, in full. */
  invitedAt: isoDateTime(),
  /** Of one that is found by an animal, in the lists: the names of those. */
  matchedPatients: array(requiredText()),
  /** A new e-mail address that has not confirmed yet, for staff; until then the owner signs in by the former one. */
  addressChange: optionalObject({
    from: requiredText(),
    to: requiredText(),
    askedAt: isoDateTime().required('required'),
  }),
  /** Other clients of the practice with the same account or, for one that is not registered, with the same e-mail address; for staff. */
  sameAccount: array(object({ uuid: uuid().required('required'), name: text().defined() })),
}).meta({ title: 'Client' })
export type Client = InferType<typeof clientSchema>

/** A client in both client lists. */
export const clientListItemSchema = clientSchema
  .pick([
    'uuid',
    'locked',
    'companyName',
    'callName',
    'firstName',
    'lastName',
    'clientNumber',
    'email',
    'city',
    'invitation',
    'mailFailure',
    'phone',
    'mobile',
    'matchedPatients',
  ])
  .meta({ title: 'ClientListItem' })
export type ClientListItem = InferType<typeof clientListItemSchema>

/** PUT /clients/{clientId} */
export const clientChangeSchema = object({ locked: flag().required('required') }).meta({ title: 'ClientChange' })

/** Numbers of clients after a removal was undone. */
export const undoneRemovalSchema = object({
  records: total().optional().meta({ description: 'Records that an export had removed, restored.' }),
  restored: total().meta({ description: 'Registered again as they were.' }),
  otherAccount: total().meta({ description: 'Of those: now with the account that has their address meanwhile.' }),
  registered: total().meta({ description: 'Were registered anew meanwhile, and remain so.' }),
  addressChanged: total().meta({
    description: 'Remain removed: the e-mail address of their record has changed since, and may be of another person.',
  }),
}).meta({ title: 'UndoneRemoval' })
export type UndoneRemoval = InferType<typeof undoneRemovalSchema>
