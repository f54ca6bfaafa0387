import type { IsoDateTime } from './dates.ts'

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
