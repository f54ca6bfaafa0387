/** For so long an admin can undo the removal of one client, or of all. */
export const UNDO_DAYS = 7

/** What undoing a removal came to; numbers of clients. */
export interface UndoneRemoval {
  /** Records that an export had removed and that are there again, without those that went with them. */
  records?: number
  /** Are registered again as they were. */
  restored: number
  /** Of those: have another account than before, so without its password and what its owner had made. */
  otherAccount: number
  /** Were registered anew meanwhile, and stay so. */
  registered: number
  /** Their e-mail address has changed since, and may be another person's: they stay removed. */
  addressChanged: number
}
