import type { IsoDate, IsoDateTime } from './dates.ts'
import type { PracticeNews } from './news.ts'

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
