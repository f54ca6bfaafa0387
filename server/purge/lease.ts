import type { Database } from '#server/db/schema.ts'
import { isExpired, leaseUntil } from '#server/queue/lease.ts'

/** Shorter than the hour until the next purge. Only a server that was killed leaves its lease to expire. */
const LEASE_MS = 3_000_000

/** Leases the purge to one server at a time. Whether `purger` has got it. */
export async function leasePurge(db: Database, purger: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purge_clock')
    .set({ purger, lease_until: leaseUntil(now, LEASE_MS) })
    .where(isExpired('lease_until', { now, longestMs: LEASE_MS }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releasePurge(db: Database, purger: string): Promise<void> {
  await db.updateTable('purge_clock').set({ purger: null, lease_until: null }).where('purger', '=', purger).execute()
}

/** Extends the lease of a purge that takes long. False where another server has taken it over. */
export async function renewPurge(db: Database, purger: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purge_clock')
    .set({ lease_until: leaseUntil(now, LEASE_MS) })
    .where('purger', '=', purger)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
