/** Mails from a practice to its clients. */
export const PREVIEWED_MAILS = ['activation', 'access', 'reminders', 'request-answered'] as const
export type PreviewedMail = (typeof PREVIEWED_MAILS)[number]

/** Weeks over which the portal counts the reminder mails of a practice. */
export const REMINDER_MAIL_WEEKS = 4

/** Changes of a practice that are mailed to all its admins. */
export const ANNOUNCED_CHANGES = [
  'admin-ended',
  'admin-invited',
  'admin-joined',
  'admin-made',
  'admin-proposed',
  'clients-removed',
  'factors-removed',
  'key-kept',
  'mailbox-changed',
  'second-factor-optional',
  'webhook-changed',
  'webhook-disabled',
] as const
export type AnnouncedChange = (typeof ANNOUNCED_CHANGES)[number]
