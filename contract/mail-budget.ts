import type { IsoDate } from './dates.ts'

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
