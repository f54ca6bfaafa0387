import type { ClientRow } from '#server/db/schema.ts'
import type { Identity, Services } from '#server/context.ts'
import { BoundedMap } from '#server/http/bounded-map.ts'
import { writeViewAs } from './write.ts'

/** Cache of (session, client) pairs that are recorded, so that only the first read writes. */
const KEPT = 2000
/** Circuit breaker after a failed write: each attempt may block the event loop on another process's lock. */
const PAUSE_MS = 5000

export type AuditViewAs = (identity: Identity, client: ClientRow) => Promise<void>

/**
 * Records that staff view a client's records, before they are served. Best effort: if the write fails (an import holds the lock,
 * the disk is full), the failure is logged and a later read of the session records it.
 */
export function createAuditViewAs({
  db,
  clock,
  log,
  pseudonymOf,
}: Pick<Services, 'db' | 'clock' | 'log' | 'pseudonymOf'>): AuditViewAs {
  const noted = new BoundedMap<string, Promise<void>>(KEPT)
  let pausedUntil = 0

  const isNoted = async (by: Identity, client: ClientRow, now: Date): Promise<boolean> => {
    if (now.getTime() < pausedUntil) return false
    try {
      await writeViewAs(db, { practiceId: client.practice_id, by, action: 'viewed-as', client, now }, by.sessionId)
      return true
    } catch {
      pausedUntil = now.getTime() + PAUSE_MS
      return false
    }
  }
  const note = async (identity: Identity, client: ClientRow, key: string) => {
    if (await isNoted(identity, client, clock())) return
    noted.delete(key)
    const account = await pseudonymOf('account', identity.accountId)
    log('error', 'audit-failed', { action: 'viewed-as', account, client: client.uuid })
  }

  return async (identity, client) => {
    const key = `${identity.sessionId} ${client.uuid}`
    const known = noted.get(key)
    if (known) return await known
    const noting = note(identity, client, key)
    noted.set(key, noting)
    await noting
  }
}
