import type { IsoDateTime } from './fields.ts'

/** `lastName` includes the tussenvoegsel; `email: null` says that there is none, an absent one that it is not known. */
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
}

/** What both client lists hold of a client. */
export type ClientListItem = Pick<
  Client,
  'uuid' | 'locked' | 'companyName' | 'callName' | 'firstName' | 'lastName' | 'clientNumber' | 'email' | 'city'
>

/** PUT /clients/{clientId} */
export type ClientChange = Pick<Client, 'locked'>
