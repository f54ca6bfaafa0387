import { outline } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { createDrain } from '#server/queue/drain.ts'
import { retentionStart } from '#server/access-log/write.ts'
import { rehearsalKey } from '#server/files/keys.ts'
import { LeaseLost, leaseNext, releaseLease } from './lease.ts'
import { makeRehearsal } from './rehearse.ts'
import { carryOut } from './remove.ts'

type Place = Pick<Ports, 'db' | 'files' | 'clock' | 'log' | 'stopping'>

/** Makes the rehearsals that were asked for, and carries out removals that were begun, here or on a server that has stopped. */
export const workRetention = createDrain<Place>({
  queueOf: ({ db }) => db,
  pass: workThrough,
  failed: ({ log }, error) => log('error', 'retention-failed', outline(error)),
})

async function workThrough(ports: Place): Promise<void> {
  const { db, clock, stopping } = ports
  const worker = crypto.randomUUID()
  for (;;) {
    if (stopping?.aborted) return
    const row = await leaseNext(db, { worker, now: clock() })
    if (!row) return
    try {
      await (row.state === 'making' ? makeRehearsal(ports, row, worker) : carryOut(ports, row, worker))
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      await releaseLease(db, { id: row.id, worker })
    }
  }
}

const REMOVED_AT_ONCE = 100

/** Rehearsals as old as the oldest entry of the trail, with their files. */
export async function deleteOldRehearsals({ db, files }: Pick<Ports, 'db' | 'files'>, now: Date): Promise<void> {
  const old = await db
    .selectFrom('rehearsal')
    .select('id')
    .where('made_at', '<', retentionStart(now))
    .where('state', 'not in', ['making', 'running'])
    .limit(REMOVED_AT_ONCE)
    .execute()
  for (const { id } of old) {
    await files.remove(rehearsalKey(id))
    await db.deleteFrom('rehearsal').where('id', '=', id).execute()
  }
}
