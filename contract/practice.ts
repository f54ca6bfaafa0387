import type { IsoDateTime } from './dates.ts'

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

/** GET /practice/{practiceId}/follow-up: what its staff have to look after, in numbers. */
export interface FollowUp {
  /** Clients who are registered, and were sent no invitation yet; without locked ones. */
  notInvited: number
  /** Clients whose invitation could not be delivered. */
  undelivered: number
  /** Clients who were invited two weeks ago or longer, and have not opened the practice; without locked ones. */
  unanswered: number
  /** Unregistered clients without an e-mail address. */
  withoutEmail: number
  /** Exports that were refused or interrupted in the last 30 days, since the last one that was loaded; for clinic admins. */
  failedImports?: number | undefined
}

/** How far back the news of a practice goes. */
export const NEWS_DAYS = 30

export interface NewsOfClient {
  at: IsoDateTime
  /** Absent where it is not of a client any more. */
  client?: { uuid: string; name: string } | undefined
}

/** What happened at a practice in the last days; of each the latest few. */
export interface PracticeNews {
  /** Clients whose owner opened the practice for the first time. */
  activations: { count: number; latest: NewsOfClient[] }
  imports: { at: IsoDateTime; added: number; updated: number }[]
  /** Mails that could not be sent, and never will be. */
  givenUpMails: { count: number; latest: NewsOfClient[] }
}
