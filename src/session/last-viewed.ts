import { LAST_VIEWED_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'

// The clients a member of staff looked at last, on this device until signing out: whose list it is and their ids, no names.

const KEPT = 6

/** Nothing is kept for a user who cannot be told from others. */
export function lastViewed(userId: string | null): string[] {
  try {
    const [owner, ...clientIds]: unknown[] = JSON.parse(deviceStorage.getItem(LAST_VIEWED_STORAGE) ?? '[]')
    return userId !== null && owner === userId ? clientIds.filter((id) => typeof id === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

function keep(userId: string | null, clientIds: string[]): void {
  if (userId === null) return
  deviceStorage.setItem(LAST_VIEWED_STORAGE, JSON.stringify([userId, ...clientIds]))
}

export function dropLastViewed(userId: string | null, clientId: string): void {
  keep(
    userId,
    lastViewed(userId).filter((id) => id !== clientId),
  )
}

/** The last one first. */
export function rememberViewed(userId: string | null, clientId: string): void {
  dropLastViewed(userId, clientId)
  keep(userId, [clientId, ...lastViewed(userId)].slice(0, KEPT))
}

/** `userId`: whose list may stay, for it is that user who signs in. */
export function forgetLastViewed(userId: string | null = null): void {
  if (userId === null || lastViewed(userId).length === 0) deviceStorage.removeItem(LAST_VIEWED_STORAGE)
}
