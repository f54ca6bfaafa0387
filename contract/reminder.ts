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

/** Reminders due within these days are upcoming, in the portal and in mails. */
export const SOON_DAYS = 14
