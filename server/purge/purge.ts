import { retentionStart } from '#server/audit/write.ts'
import { deleteExpiredUses } from '#server/auth/oauth.ts'
import { deleteExpiredSessions } from '#server/auth/queries.ts'
import { deleteOldGivenUpMails } from '#server/mail/given-up.ts'
import type { Ports } from '#server/ports.ts'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import { steadyTime } from './steady-time.ts'

/** Deletes what is past its time: the audit trail beyond its retention, ended sessions, the
 * list of mails that were given up, files that nothing refers to. */
export async function purge(ports: Pick<Ports, 'db' | 'clock' | 'log' | 'files'>): Promise<void> {
  const now = await steadyTime(ports)
  if (!now) return
  const { db } = ports
  await db.deleteFrom('audit').where('at', '<', retentionStart(now)).execute()
  await deleteExpiredSessions(db, now)
  await deleteOldGivenUpMails(db, now)
  await deleteExpiredUses(db, now)
  await removeOrphanedFiles({ ...ports, clock: () => now })
}
