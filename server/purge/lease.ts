import type { Database } from '#server/db/schema.ts'

/** Shorter than the hour until the next purge. Only one that was killed leaves its lease to end by itself. */
const LEASE_MS = 3_000_000

/** Takes the lease by which one server purges at a time. Whether `purger` has got it. */
export async function takeLease(db: Database, purger: string, now: Date): Promise<boolean> {
  const end = new Date(now.getTime() + LEASE_MS).toISOString()
  const { numUpdatedRows } = await db
    .updateTable('purge_clock')
    .set({ purger, lease_until: end })
    .where((row) =>
      row.or([
        row('lease_until', 'is', null),
        row('lease_until', '<=', now.toISOString()),
        // Of a clock that was ahead.
        row('lease_until', '>', end),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function endLease(db: Database, purger: string): Promise<void> {
  await db.updateTable('purge_clock').set({ purger: null, lease_until: null }).where('purger', '=', purger).execute()
}
