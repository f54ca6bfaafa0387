export const REMINDER_TYPES = [
  'VACCINATION',
  'DEWORMING',
  'PARASITES',
  'DENTAL',
  'CHECK_UP',
  'LAB',
  'MEDICATION',
  'INSURANCE',
  'FARM_PLAN',
  'OTHER',
] as const
export const REMINDER_STATUSES = ['OPEN', 'SENT', 'DONE', 'CANCELLED', 'EXPIRED'] as const

/** Number of days before the due date from which a reminder counts as upcoming, in the portal and in mails. */
export const SOON_DAYS = 14
