import { deleteOldEntries, retentionStart } from '#server/access-log/write.ts'
import { deleteExpiredSessions } from '#server/auth/queries.ts'
import { deleteExpiredUses } from '#server/auth/used-tokens.ts'
import { deleteAbandonedEvents } from '#server/calendar/feed.ts'
import { deleteUnacceptedAccounts } from '#server/clients/delete-unaccepted-accounts.ts'
import { deleteEndedRemovals } from '#server/clients/removal-archive.ts'
import { deleteEndedRecords } from '#server/clients/removed-records.ts'
import { earlierTime } from '#server/db/time.ts'
import { deleteOldRuns } from '#server/feed/history.ts'
import { deleteOldEnds } from '#server/http/ended-addresses.ts'
import { outline } from '#server/http/problem.ts'
import { deleteEndedLetters } from '#server/letters/letters.ts'
import { deleteOldGivenUpMails } from '#server/mail/given-up.ts'
import { deleteOldMailCounts } from '#server/mail/limits.ts'
import { deleteOldOffers } from '#server/memberships/offers.ts'
import type { Ports } from '#server/ports.ts'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import { removeUnclaimedPhotos } from '#server/requests/photos.ts'
import { deleteOldRehearsals } from '#server/retention/work.ts'
import { deleteOldReadings } from '#server/access-log/seen.ts'
import { deleteEndedCards } from '#server/shared-cards/cards.ts'
import { measureFiles } from '#server/storage/measure.ts'
import { releasePurge, leasePurge } from './lease.ts'
import { steadyTime } from './steady-time.ts'

type Place = Pick<Ports, 'db' | 'clock' | 'log' | 'files' | 'stopping'>
type Step = (now: Date) => Promise<void>

/**
 * Deletes expired data, on one server at a time: orphaned files, whereupon the others are measured; and, only by a steady clock, what expires by age: the audit trail
 * beyond its retention and who has read a client, ended sessions, used tokens, ended links to cards, ended letters, counts of mails, mails that were given up, the history of
 * exports, rehearsals of retention, archives of removals, calendars without an address, photos without a request, and offers and accounts that were not accepted. A step that fails is
 * logged, and the others still run.
 */
export async function purge(ports: Place): Promise<void> {
  const now = await earlierTime(ports)
  const steady = await steadyTime(ports, now)
  const purger = crypto.randomUUID()
  const steps: Record<string, Step> = {
    files: (at) => removeOrphanedFiles({ ...ports, clock: () => at }),
    'file-sizes': () => measureFiles(ports),
  }
  if (steady) Object.assign(steps, stepsByAge(ports))
  if (!(await leasePurge(ports.db, purger, now))) return
  try {
    for (const [step, work] of Object.entries(steps)) {
      if (ports.stopping?.aborted) return
      try {
        await work(now)
      } catch (error) {
        ports.log('error', 'purge-failed', { step, ...outline(error) })
      }
    }
  } finally {
    await releasePurge(ports.db, purger)
  }
}

const stepsByAge = (ports: Place): Record<string, Step> => ({
  audit: (now) => deleteOldEntries(ports, now),
  readings: (now) => deleteOldReadings(ports, now),
  sessions: (now) => deleteExpiredSessions(ports, now),
  'given-up-mails': (now) => deleteOldGivenUpMails(ports, now),
  'mail-counts': (now) => deleteOldMailCounts(ports, now),
  'ended-addresses': (now) => deleteOldEnds(ports, now),
  'used-tokens': (now) => deleteExpiredUses(ports, now),
  cards: (now) => deleteEndedCards(ports, now),
  letters: (now) => deleteEndedLetters(ports, now),
  imports: (now) => deleteOldRuns(ports, retentionStart(now)),
  'removed-records': (now) => deleteEndedRecords(ports, now),
  removals: (now) => deleteEndedRemovals(ports, now),
  'calendar-events': () => deleteAbandonedEvents(ports),
  offers: (now) => deleteOldOffers(ports.db, now),
  photos: (now) => removeUnclaimedPhotos(ports, now),
  rehearsals: (now) => deleteOldRehearsals(ports, now),
  accounts: (now) => deleteUnacceptedAccounts(ports, now),
})
