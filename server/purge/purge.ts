import { deleteOldEntries, retentionStart } from '#server/access-log/write.ts'
import { deleteExpiredSessions } from '#server/auth/queries.ts'
import { deleteExpiredSignIns } from '#server/auth/pending-sign-ins.ts'
import { deleteExpiredUses } from '#server/auth/challenges.ts'
import { deleteAbandonedEvents } from '#server/calendar/feed.ts'
import { deleteUnacceptedAccounts } from '#server/clients/accounts.ts'
import { forgetRemoved } from '#server/clients/changes.ts'
import { deleteEndedRemovals } from '#server/clients/removal-archive.ts'
import { deleteEndedRecords } from '#server/clients/removed-records.ts'
import { fillFileNames } from '#server/documents/file-names.ts'
import { earlierTime } from '#server/db/time.ts'
import { deletePendingLines } from '#server/import/invoice-lines.ts'
import { deleteExpiredCsvImports } from '#server/import-jobs/csv-changes.ts'
import { recordMonthStarts } from '#server/figures/month-starts.ts'
import { removeUnlinkedFiles } from '#server/import-jobs/sent-files.ts'
import { deleteOldRuns } from '#server/import-jobs/history.ts'
import { deleteOldRevocations } from '#server/http/revoked-urls.ts'
import { withoutMessage } from '#server/http/problem.ts'
import { deleteEndedLetters } from '#server/postal-invitations/postal-invitations.ts'
import { deleteOldGivenUpMails } from '#server/mail/given-up.ts'
import { deleteOldMailCounts } from '#server/mail/limits.ts'
import { deleteOldOffers } from '#server/offers/offers.ts'
import { recordSuccess } from '#server/db/last-success.ts'
import type { Ports } from '#server/ports.ts'
import { deleteFormerPriceLists } from '#server/prices/price-list.ts'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import { removeUnneededPhotos } from '#server/requests/remove-photos.ts'
import { removeExpired } from '#server/retention/nightly-run.ts'
import { removeUnnamedFiles } from '#server/files/unnamed.ts'
import { removeQueuedFiles } from '#server/expiry/records.ts'
import { deleteOldSetupCodes } from '#server/setup/code.ts'
import { deleteEndedShareLinks } from '#server/share-links/links.ts'
import { measureFiles } from '#server/storage/measure.ts'
import { warnOfLowSpace } from '#server/storage/quota.ts'
import { deleteOldDeliveries } from '#server/webhooks/deliver.ts'
import { checkClock } from '#server/clock/clock.ts'
import { momentAfter } from '#contract/dates.ts'
import type { Database } from '#server/db/schema.ts'
import { isExpired } from '#server/queue/lease.ts'

type PurgePorts = Pick<Ports, 'db' | 'slowReads' | 'clock' | 'log' | 'files' | 'stopping' | 'settings' | 'isLow'>
type Step = (now: Date) => Promise<void>

/**
 * Deletes expired data, on one server at a time.
 * Files without a record are deleted whatever the clock says. Transient data need a clock that was steady for a
 * day.
 * All other data are of value: after a clock jump, their removal also waits until somebody confirms the clock. Each
 * practice's retention policy waits only for the practice's own admins.
 * A failing step is logged, and the others still run.
 */
export async function purge(ports: PurgePorts): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  const clock = await checkClock(ports, now)
  const purger = crypto.randomUUID()
  const keepsLease = async () => await renewPurge(db, purger, await earlierTime(ports))
  const steps: Record<string, Step> = {
    files: (at) => removeOrphanedFiles({ ...ports, clock: () => at }),
    'removed-files': () => removeQueuedFiles(ports),
    'file-sizes': () => measureFiles(ports),
    'file-names': () => fillFileNames(ports),
    room: () => warnOfLowSpace(ports),
    // A wrong clock would count on a day of another month.
    ...(clock.isSteady && { 'month-starts': (at: Date) => recordMonthStarts(ports, at) }),
    ...(clock.isSteady && transientSteps(ports)),
    ...(clock.isSteady && clock.stoppedAt === null && stepsByAge(ports)),
    ...(clock.isSteady && { retention: (at: Date) => removeExpired(ports, { now: at, keepsLease }) }),
  }
  if (!(await leasePurge(db, purger, now))) return
  let hasFailed = false
  try {
    for (const [step, work] of Object.entries(steps)) {
      if (ports.stopping?.aborted) return
      try {
        await work(now)
      } catch (error) {
        hasFailed = true
        ports.log('error', 'purge-failed', { step, ...withoutMessage(error) })
      }
    }
    if (!hasFailed) await recordSuccess(db, 'purge', now)
  } finally {
    await releasePurge(db, purger)
  }
}

/** Steps for transient data, which have ended or can be recreated at once. */
const transientSteps = (ports: PurgePorts): Record<string, Step> => ({
  sessions: (now) => deleteExpiredSessions(ports, now),
  'oidc-sign-ins': (now) => deleteExpiredSignIns(ports, now),
  'mail-counts': (now) => deleteOldMailCounts(ports, now),
  'calendar-events': () => deleteAbandonedEvents(ports),
})

const stepsByAge = (ports: PurgePorts): Record<string, Step> => ({
  audit: (now) => deleteOldEntries(ports, now),
  'given-up-mails': (now) => deleteOldGivenUpMails(ports, now),
  // These two steps also wait for a confirmed clock. A token could be used again after its use is deleted.
  'ended-addresses': (now) => deleteOldRevocations(ports, now),
  'used-tokens': (now) => deleteExpiredUses(ports, now),
  cards: (now) => deleteEndedShareLinks(ports, now),
  'price-lists': (now) => deleteFormerPriceLists(ports, now),
  letters: (now) => deleteEndedLetters(ports, now),
  'setup-codes': (now) => deleteOldSetupCodes(ports, now),
  'csv-imports': (now) => deleteExpiredCsvImports(ports, now),
  'pending-invoice-lines': (now) => deletePendingLines(ports, now),
  'sent-files': (now) => removeUnlinkedFiles(ports, now),
  imports: (now) => deleteOldRuns(ports, retentionStart(now)),
  'removed-records': (now) => deleteEndedRecords(ports, now),
  removals: (now) => deleteEndedRemovals(ports, now),
  'client-changes': () => forgetRemoved(ports.db),
  webhooks: (now) => deleteOldDeliveries(ports, now),
  offers: (now) => deleteOldOffers(ports.db, now),
  'unnamed-files': (now) => removeUnnamedFiles(ports, now),
  photos: (now) => removeUnneededPhotos(ports, now),
  accounts: (now) => deleteUnacceptedAccounts(ports, now),
})

/** Shorter than the hour until the next purge. Only a server that was killed leaves its lease to expire. */
const LEASE_MS = 3_000_000

/** Leases the purge to one server at a time. Returns whether `purger` has the lease. */
export async function leasePurge(db: Database, purger: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purge_clock')
    .set({ purger, lease_until: momentAfter(now, LEASE_MS) })
    .where(isExpired('lease_until', { now, maxMs: LEASE_MS }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releasePurge(db: Database, purger: string): Promise<void> {
  await db.updateTable('purge_clock').set({ purger: null, lease_until: null }).where('purger', '=', purger).execute()
}

/** Extends the lease of a long purge. Returns false if another server has taken over the purge. */
async function renewPurge(db: Database, purger: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purge_clock')
    .set({ lease_until: momentAfter(now, LEASE_MS) })
    .where('purger', '=', purger)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
