import { DAY_MS } from '#contract/dates.ts'
import { OFFLINE_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'
import { isRecord } from '#contract/values.ts'

/** Readable note about the encrypted records: the hash of their owner, and their time. */
export interface Mark {
  owner: string
  keptAt: number
}

const KEPT_MS = 30 * DAY_MS

export function readMark(): Mark | null {
  try {
    const mark: unknown = JSON.parse(deviceStorage.getItem(OFFLINE_STORAGE) ?? '')
    if (!isRecord(mark)) return null
    const { owner, keptAt } = mark
    return typeof owner === 'string' && typeof keptAt === 'number' ? { owner, keptAt } : null
  } catch {
    return null
  }
}

export const writeMark = (mark: Mark): void => deviceStorage.setItem(OFFLINE_STORAGE, JSON.stringify(mark))
export const removeMark = (): void => deviceStorage.removeItem(OFFLINE_STORAGE)

/** Whether the records are too old; a time far in the future, after a change of the clock, also counts. */
export const isTooOld = (keptAt: number, now = Date.now()): boolean => now - keptAt > KEPT_MS || keptAt - now > KEPT_MS

/** Returns a hash of a user id, which may be an e-mail address. Null without an id: the records would have no known owner. */
export async function ownerOf(userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`portal ${userId}`))
  return [...new Uint8Array(hash, 0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
