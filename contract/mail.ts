import type { IsoDate, IsoDateTime } from './dates.ts'
import type { PracticeNews } from './practice.ts'

/** GET /practice/{practiceId}/mail-budget: the mails that give access, of which a practice sends so many a day. */
export interface MailBudget {
  perDay: number
  /** Of today. */
  left: number
  /** How many wait for the days to come. */
  putOff: number
}

/** Invitations beyond the daily budget, which go on the next days. */
export interface DeferredMails {
  count: number
  /** The day (UTC) on which the last ones go. */
  lastOn: IsoDate
}

/** The mails that clients get of a practice. */
export const PREVIEWED_MAILS = ['activation', 'access', 'reminders', 'request-answered'] as const
export type PreviewedMail = (typeof PREVIEWED_MAILS)[number]

/** A mail as it would be sent, with a link to the portal in the place of a real one. */
export interface MailPreview {
  subject: string
  text: string
  html: string
}

/** Whether an owner gets the weekly mail of what is due for the animals of one client. */
export interface ReminderMails {
  /** Whether the practice sends them. */
  offered: boolean
  subscribed: boolean
  /** Absent where not subscribed. */
  since?: IsoDateTime | undefined
}

/** Over how many weeks a practice is told how many were sent. */
export const REMINDER_MAIL_WEEKS = 4

/** What a practice knows of the weekly mails to its clients. */
export interface PracticeReminderMails {
  enabled: boolean
  /** How many clients have asked for them. */
  subscribers: number
  /** The last week in which any were sent. */
  latest?: { week: IsoDate; sent: number } | undefined
  /** In the last weeks. */
  sent: number
  /** In the same weeks: those that could not be sent, and never will be. */
  givenUp: PracticeNews['givenUpMails']
}

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
