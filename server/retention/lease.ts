import type { Selectable } from 'kysely'
import type { Database, RehearsalTable } from '#server/db/schema.ts'
import { isExpired, leaseUntil } from '#server/queue/lease.ts'

/** One worker at a time makes a rehearsal or carries it out, and renews its lease with each batch. */
const LEASE_MS = 60_000

export interface Working {
  id: string
  worker: string
  now: Date
}

/** Another worker has taken it over, or it is done with. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export async function leaseNext(
  db: Database,
  { worker, now }: Omit<Working, 'id'>,
): Promise<Selectable<RehearsalTable> | undefined> {
  const free = isExpired('lease_until', { now, longestMs: LEASE_MS })
  return await db
    .updateTable('rehearsal')
    .set({ worker, lease_until: leaseUntil(now, LEASE_MS) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('rehearsal')
        .select('id')
        .where('state', 'in', ['making', 'running'])
        .where(free)
        .orderBy('made_at')
        .orderBy('id')
        .limit(1),
    )
    .where('state', 'in', ['making', 'running'])
    .where(free)
    .returningAll()
    .executeTakeFirst()
}

/** Throws where the lease is lost. In a transaction it holds the row, so that no other works beside it. */
export async function renewLease(db: Database, { id, worker, now }: Working): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('rehearsal')
    .set({ lease_until: leaseUntil(now, LEASE_MS) })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', 'in', ['making', 'running'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

export async function releaseLease(db: Database, { id, worker }: Omit<Working, 'now'>): Promise<void> {
  await db
    .updateTable('rehearsal')
    .set({ worker: null, lease_until: null })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .execute()
}
