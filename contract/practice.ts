/** What its staff may write of a practice; in the order of the form. */
export const PRACTICE_FIELDS = [
  'name',
  'title',
  'text',
  'phone',
  'website',
  'email',
  'bookingUrl',
  'iban',
  'accountHolder',
] as const

/** What clients pay to. */
export const ACCOUNT_FIELDS = ['iban', 'accountHolder'] as const

/** After so many days an invitation counts as unanswered. */
export const UNANSWERED_DAYS = 14

/** How far back the news of a practice goes. */
export const NEWS_DAYS = 30
