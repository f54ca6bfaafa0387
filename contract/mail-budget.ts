/** GET /practice/{practiceId}/mail-budget: the mails that give access, of which a practice sends so many a day. */
export interface MailBudget {
  perDay: number
  /** Of today. */
  left: number
  /** How many wait for the days to come. */
  putOff: number
}
