/** The mails that clients get of a practice. */
export const PREVIEWED_MAILS = ['activation', 'access', 'reminders', 'request-answered'] as const
export type PreviewedMail = (typeof PREVIEWED_MAILS)[number]

/** Over how many weeks a practice is told how many were sent. */
export const REMINDER_MAIL_WEEKS = 4

/** Changes of a practice of which all its admins get a mail of one kind. */
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
] as const
export type AnnouncedChange = (typeof ANNOUNCED_CHANGES)[number]
