import { REQUEST_DRAFT_STORAGE } from '#src/lib/constants.ts'
import { tabStorage } from '#src/lib/storage.ts'

// What an owner has typed of a request that is not sent yet. It is in this tab only, survives a reload and the end of a session by
// time, and goes when it is sent, with a sign-out, and when somebody else signs in.

type Kept = [userId: string, clientId: string, draft: unknown]

function read(): Partial<Kept> {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(REQUEST_DRAFT_STORAGE) ?? '[]')
    return Array.isArray(kept) ? [kept[0], kept[1], kept[2]] : []
  } catch {
    return []
  }
}

/** As it was kept; what it is worth is for the form to judge. */
export function draftOf(userId: string | null, clientId: string): unknown {
  const [owner, client, draft] = read()
  return userId !== null && owner === userId && client === clientId ? draft : undefined
}

/** Nothing is kept for a user who cannot be told from others. */
export function keepDraft(userId: string | null, clientId: string, draft: object): void {
  if (userId === null) return
  const kept: Kept = [userId, clientId, draft]
  tabStorage.setItem(REQUEST_DRAFT_STORAGE, JSON.stringify(kept))
}

/** `userId`: whose draft may stay. */
export function forgetDraft(userId: string | null = null): void {
  if (userId === null || read()[0] !== userId) tabStorage.removeItem(REQUEST_DRAFT_STORAGE)
}
