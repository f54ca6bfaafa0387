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
