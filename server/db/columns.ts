import type { Client } from '#contract/schemas/client.ts'
import { sortedOpeningHours } from '#contract/opening-hours.ts'
import type { PracticeChange } from '#contract/schemas/practice.ts'
import { sortedSeller } from '#contract/seller.ts'

/**
 * Columns of the practice fields that staff may change. Each has an `imported_…` column with the value of the last
 * export.
 */
export const PRACTICE_COLUMNS = {
  name: 'name',
  title: 'title',
  text: 'text',
  address: 'address',
  phone: 'phone',
  website: 'website',
  email: 'email',
  iban: 'iban',
  accountHolder: 'account_holder',
  bookingUrl: 'booking_url',
  openingHours: 'opening_hours',
  colour: 'colour',
  seller: 'seller',
} as const satisfies Record<keyof PracticeChange, string>

export type PracticeColumn = (typeof PRACTICE_COLUMNS)[keyof typeof PRACTICE_COLUMNS]

/** Returns the content of the column of a practice field: text, or JSON in a canonical order. Null for an empty value. */
export function practiceColumn(value: PracticeChange[keyof PracticeChange]): string | null {
  if (typeof value !== 'object' || value === null) return value || null
  const content = 'periods' in value ? sortedOpeningHours(value) : sortedSeller(value)
  return content ? JSON.stringify(content) : null
}

/** Columns of the client's text fields in an export. */
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

/** Columns of a client's record that come from the practice's system. */
export const CLIENT_RECORD_COLUMNS = [
  'uuid',
  'practice_id',
  ...Object.values(CLIENT_COLUMNS),
  'search_name',
  'sort_name',
  'search_text',
] as const
