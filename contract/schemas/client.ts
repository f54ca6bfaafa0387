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

export const clientSchema = object({
  uuid: uuid().required('required'),
  locked: flag().required('required'),
  companyName: text(),
  callName: text(),
  firstName: text(),
  initials: text(50),
  lastName: text().defined('required').nonNullable('required').meta({
    description: 'Includes the tussenvoegsel; empty for a company without a contact.',
  }),
  clientNumber: code(),
  email: email().nullable().meta({ description: 'Null: none. Absent: unknown.' }),
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
  lastLoginAt: isoDateTime().meta({ description: 'When its owner opened the practice last; for staff.' }),
  patientCount: count().meta({ description: 'Number of animals that are alive and at the practice.' }),
  patientNames: array(requiredText()).meta({ description: 'Names of the first few of these animals; for staff.' }),
  invitation: oneOf(INVITATION_STATES).meta({
    description: 'State of the invitation of a registered client; for staff.',
  }),
  mailFailure: oneOf(MAIL_FAILURES),
  invitedAt: isoDateTime().meta({ description: 'When the last invitation was sent; not in lists.' }),
  matchedPatients: array(requiredText()).meta({
    description: 'In a list: names of the animals that the search matched.',
  }),
  addressChange: optionalObject({
    from: requiredText(),
    to: requiredText(),
    askedAt: isoDateTime().required('required'),
  }).meta({
    description:
      'An unconfirmed new e-mail address; for staff. Until it is confirmed the owner signs in by the former one.',
  }),
  signIn: optionalObject({ username: requiredText(), linkUntil: isoDateTime() }).meta({
    description:
      'User name of a registered client, and until when the last invitation is valid, also if that has passed; for staff.',
  }),
  sameAccount: array(object({ uuid: uuid().required('required'), name: text().defined() })).meta({
    description:
      'Other clients of the practice with the same account or, if not registered, the same e-mail address; for staff.',
  }),
}).meta({ title: 'Client' })
export type Client = InferType<typeof clientSchema>

/** Client as the practice's own system reads it from the change feed: the state in the portal, without names. */
export const clientFeedSchema = object({
  uuid: uuid().required('required'),
  number: total().meta({ description: 'Grows with each change. The next call has the highest number as `after`.' }),
  removed: flag().meta({ description: 'true: the portal no longer has the client. Other fields are absent.' }),
  registered: flag(),
  locked: flag(),
  clientNumber: code(),
  email: email().nullable(),
  registeredAt: isoDateTime(),
  invitation: oneOf(INVITATION_STATES),
  mailFailure: oneOf(MAIL_FAILURES),
}).meta({ title: 'ClientFeedEntry' })
export type ClientFeedEntry = InferType<typeof clientFeedSchema>

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

/** Body of PUT /clients/{clientId}. */
export const clientChangeSchema = object({ locked: flag().required('required') }).meta({ title: 'ClientChange' })

/** Numbers of clients after a removal was undone. */
export const undoneRemovalSchema = object({
  records: total().optional().meta({ description: 'Records that an export had removed, restored.' }),
  restored: total().meta({ description: 'Registered again as they were.' }),
  otherAccount: total().meta({
    description:
      'Restored clients that now have another account, because the e-mail address has moved to that account.',
  }),
  registered: total().meta({
    description: 'Clients that have been registered again in the meantime, and stay registered.',
  }),
  addressChanged: total().meta({
    description:
      'Clients that stay removed, because their e-mail address has changed and may belong to another person.',
  }),
}).meta({ title: 'UndoneRemoval' })
export type UndoneRemoval = InferType<typeof undoneRemovalSchema>
