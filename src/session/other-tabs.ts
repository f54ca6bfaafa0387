import { SIGNED_OUT_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'

// Each tab has its own session (session storage), and two tabs may have different users. Signing out ends all sessions of that user
// in this browser, for example on a shared computer. A page in the browser's back/forward cache receives no messages. So the device
// also stores recent sign-outs, each with its time and a hash of the user id.

/** Queries that a change in another tab has made stale. */
interface Changed {
  changed: readonly unknown[]
}

interface SignedOut {
  signedOut: string
  /** Id of the session that ends on the server. */
  session?: unknown
}

interface Listeners {
  /** Called with the user and the session of each sign-out. */
  onSignedOut: (userId: string, session: unknown) => void
  /** Called with a query key. */
  onChanged: (queryKey: readonly unknown[]) => void
}

type Note = readonly [user: number, at: number]

const MAX_SIGN_OUTS = 10

/** Opens the channel to other tabs. A browser that blocks storage may throw; then there is no channel. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('portal')
  } catch {
    return undefined
  }
}

export function createOtherTabs() {
  let channel: BroadcastChannel | undefined
  return {
    /** Opens the channel. Calls the listeners for messages of other tabs of this browser. Returns the unsubscriber. */
    listen({ onSignedOut, onChanged }: Listeners): () => void {
      const own = (channel = openChannel())
      own?.addEventListener('message', ({ data }: MessageEvent<SignedOut | Changed>) => {
        if ('changed' in data) onChanged(data.changed)
        else onSignedOut(data.signedOut, data.session)
      })
      return () => own?.close()
    },

    /** Notifies the other tabs of queries that are stale. The key has ids of this user only; other users have other keys. */
    announceChange(changed: readonly unknown[]): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
      channel?.postMessage({ changed } satisfies Changed)
    },

    /** Notifies the other tabs of a sign-out, unless the API does not identify the user. */
    announceSignOut(userId: string | null, session?: unknown): void {
      if (userId === null) return
      recordSignOut(userId)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
      channel?.postMessage({ signedOut: userId, session } satisfies SignedOut)
    },
  }
}

export function recordSignOut(userId: string): void {
  const user = numberOf(userId)
  const others = notes().filter(([noted]) => noted !== user)
  deviceStorage.setItem(SIGNED_OUT_STORAGE, JSON.stringify([[user, Date.now()], ...others].slice(0, MAX_SIGN_OUTS)))
}

/** Whether this user has signed out in any tab since that time. */
export const hasSignedOutSince = (userId: string | null, since: number): boolean =>
  userId !== null && notes().some(([noted, at]) => noted === numberOf(userId) && at >= since)

/** Whether any user has signed out in any tab since that time. */
export const hasAnySignedOutSince = (since: number): boolean => notes().some(([, at]) => at >= since)

/** Hashes a user id, which may be an e-mail address and so must not be stored after signing out. */
function numberOf(userId: string): number {
  let number = 0
  for (const letter of userId) number = (Math.imul(number, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return number
}

function notes(): Note[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.getItem(SIGNED_OUT_STORAGE) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isNote) : []
  } catch {
    return []
  }
}

const isNote = (value: unknown): value is Note =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
