import { DAY_MS } from '#contract/dates.ts'
import { OFFLINE_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'
import { isRecord } from '#contract/values.ts'

/** Readable note about the encrypted records: the hash of their owner, and their time. */
export interface StoredOwner {
  owner: string
  keptAt: number
}

const MAX_AGE_MS = 30 * DAY_MS

export function readStoredOwner(): StoredOwner | null {
  try {
    const stored: unknown = JSON.parse(deviceStorage.getItem(OFFLINE_STORAGE) ?? '')
    if (!isRecord(stored)) return null
    const { owner, keptAt } = stored
    return typeof owner === 'string' && typeof keptAt === 'number' ? { owner, keptAt } : null
  } catch {
    return null
  }
}

export const writeStoredOwner = (stored: StoredOwner): void =>
  deviceStorage.setItem(OFFLINE_STORAGE, JSON.stringify(stored))
export const removeStoredOwner = (): void => deviceStorage.removeItem(OFFLINE_STORAGE)

/** Whether the records are too old; a time far in the future, after a change of the clock, also counts. */
export const isTooOld = (keptAt: number, now = Date.now()): boolean =>
  now - keptAt > MAX_AGE_MS || keptAt - now > MAX_AGE_MS

/** Returns a hash of a user id, which may be an e-mail address. Null without an id: the records would have no known owner. */
export async function ownerHashOf(userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`portal ${userId}`))
  return [...new Uint8Array(hash, 0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
