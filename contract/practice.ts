/** Practice fields that staff may edit, in the order of the form. */
export const PRACTICE_FIELDS = [
  'colour',
  'name',
  'title',
  'text',
  'address',
  'phone',
  'website',
  'email',
  'bookingUrl',
  'iban',
  'accountHolder',
] as const

export const ACCOUNT_FIELDS = ['iban', 'accountHolder'] as const

export const UNANSWERED_DAYS = 14

export const NEWS_DAYS = 30
