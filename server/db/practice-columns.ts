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
