import type { IsoDateTime } from './fields.ts'
import type { InvitationState, MailFailure } from './invitation.ts'

/** `lastName` includes the tussenvoegsel; `email: null` means none, an absent one unknown. */
export interface Client {
  uuid: string
  locked: boolean
  companyName?: string | undefined
  callName?: string | undefined
  firstName?: string | undefined
  initials?: string | undefined
  lastName: string
  clientNumber?: string | undefined
  email?: string | null | undefined
  phone?: string | undefined
  mobile?: string | undefined
  street?: string | undefined
  houseNumber?: string | undefined
  postalCode?: string | undefined
  city?: string | undefined
  country?: string | undefined
  ubn?: string | undefined
  registered?: boolean | undefined
  registeredAt?: IsoDateTime | undefined
  lastLoginAt?: IsoDateTime | undefined
  patientCount?: number | undefined
  /** Of a registered one, in the list of these. */
  invitation?: InvitationState | undefined
  mailFailure?: MailFailure | undefined
  /** Of one that is found by an animal, in the lists: the names of those. */
  matchedPatients?: string[] | undefined
}

/** A client in both client lists. */
export type ClientListItem = Pick<
  Client,
  | 'uuid'
  | 'locked'
  | 'companyName'
  | 'callName'
  | 'firstName'
  | 'lastName'
  | 'clientNumber'
  | 'email'
  | 'city'
  | 'invitation'
  | 'mailFailure'
  | 'matchedPatients'
>

/** PUT /clients/{clientId} */
export type ClientChange = Pick<Client, 'locked'>
