import type { Client } from '#contract/schemas/client.ts'
import type { PracticeChange } from '#contract/schemas/practice.ts'

/** The columns of what staff may change of a practice. What an export said last is beside each, in `imported_…`. */
export const PRACTICE_COLUMNS = {
  name: 'name',
  title: 'title',
  text: 'text',
  phone: 'phone',
  website: 'website',
  email: 'email',
  iban: 'iban',
  accountHolder: 'account_holder',
  bookingUrl: 'booking_url',
} as const satisfies Record<keyof PracticeChange, string>

export type PracticeColumn = (typeof PRACTICE_COLUMNS)[keyof typeof PRACTICE_COLUMNS]

/** The columns of the texts of a client that an export brings. */
export const CLIENT_COLUMNS = {
  companyName: 'company_name',
  callName: 'call_name',
  firstName: 'first_name',
  initials: 'initials',
  lastName: 'last_name',
  clientNumber: 'client_number',
  email: 'email',
  phone: 'phone',
  mobile: 'mobile',
  street: 'street',
  houseNumber: 'house_number',
  postalCode: 'postal_code',
  city: 'city',
  country: 'country',
  ubn: 'ubn',
} as const satisfies { [Field in keyof Client]?: string }

export type ClientColumn = (typeof CLIENT_COLUMNS)[keyof typeof CLIENT_COLUMNS]

/** Columns of a client's record, as the practice's system has it. */
export const CLIENT_RECORD_COLUMNS = [
  'uuid',
  'practice_id',
  ...Object.values(CLIENT_COLUMNS),
  'search_name',
  'sort_name',
  'search_text',
] as const
