import { retentionStart } from '#server/audit/write.ts'
import { deleteExpiredUses } from '#server/auth/used-tokens.ts'
import { deleteExpiredSessions } from '#server/auth/queries.ts'
import { earlierTime } from '#server/db/time.ts'
import { deleteEndedRemovals } from '#server/clients/kept.ts'
import { deleteOldRuns } from '#server/feed/runs.ts'
import { deleteOldGivenUpMails } from '#server/mail/given-up.ts'
import type { Ports } from '#server/ports.ts'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import { deleteEndedCards } from '#server/shared-cards/cards.ts'
import { steadyTime } from './steady-time.ts'

/**
 * Deletes what is past its time: files that nothing refers to, and by a clock that is steady the audit trail beyond its retention,
 * ended sessions, used tokens, ended links to cards, the list of mails that were given up and that of exports that were
 * sent, and what removals of clients can be undone by.
 */
export async function purge(ports: Pick<Ports, 'db' | 'clock' | 'log' | 'files'>): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  await removeOrphanedFiles({ ...ports, clock: () => now })
  const steady = await steadyTime(ports, now)
  if (!steady) return
  await db.deleteFrom('audit').where('at', '<', retentionStart(steady)).execute()
  await deleteExpiredSessions(db, steady)
  await deleteOldGivenUpMails(db, steady)
  await deleteExpiredUses(db, steady)
  await deleteEndedCards(db, steady)
  await deleteOldRuns(db, retentionStart(steady))
  await deleteEndedRemovals(db, steady)
}
