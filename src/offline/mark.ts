import { DAY_MS } from '#contract/dates.ts'
import { OFFLINE_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'
import { isRecord } from '#contract/values.ts'

/** What the device says about its vault without opening it: whose it is, as a hash, and of when the records are. */
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

/** A clock that was set back makes nothing younger than it can be. */
export const isTooOld = (keptAt: number, now = Date.now()): boolean => now - keptAt > KEPT_MS || keptAt - now > KEPT_MS

/** The id itself may be an e-mail address. Null: nothing is kept of who cannot be told from others. */
export async function ownerOf(userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`portal ${userId}`))
  return [...new Uint8Array(hash, 0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
