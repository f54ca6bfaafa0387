/** The mails that clients get of a practice. */
export const PREVIEWED_MAILS = ['activation', 'access', 'reminders', 'request-answered'] as const
export type PreviewedMail = (typeof PREVIEWED_MAILS)[number]

/** A mail as it would be sent, with a link to the portal in the place of a real one. */
export interface MailPreview {
  subject: string
  text: string
  html: string
}
