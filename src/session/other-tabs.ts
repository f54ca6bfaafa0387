import { SIGNED_OUT_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'

// Each tab has a session of its own (session storage), and two tabs may hold two users. Who signs out in one of them means
// all of their own, as on the computer of somebody else. A tab that sleeps in the browser's back/forward cache hears no
// message, so the sign-outs of late are noted on the device as well: when, and a number for whose.

interface SignedOut {
  signedOut: string
  /** The one that ends by it on the server. */
  session?: unknown
}

type Note = readonly [user: number, at: number]

const KEPT = 10

/** A browser that keeps its storage shut refuses this as well; the other tabs are left alone then. */
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
    /** `listener` hears of each user who signs out in another tab of this browser, and of which session. Returns how to unsubscribe. */
    onSignedOut(listener: (userId: string, session: unknown) => void): () => void {
      const own = (channel = openChannel())
      own?.addEventListener('message', ({ data }: MessageEvent<SignedOut>) => listener(data.signedOut, data.session))
      return () => own?.close()
    },

    /** Of a user who cannot be told from others, the other tabs hear nothing. */
    announceSignOut(userId: string | null, session?: unknown): void {
      if (userId === null) return
      noteSignOut(userId)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel is of one origin
      channel?.postMessage({ signedOut: userId, session } satisfies SignedOut)
    },
  }
}

export function noteSignOut(userId: string): void {
  const user = numberOf(userId)
  const others = notes().filter(([noted]) => noted !== user)
  deviceStorage.setItem(SIGNED_OUT_STORAGE, JSON.stringify([[user, Date.now()], ...others].slice(0, KEPT)))
}

/** Whether this user has signed out in any tab since then. */
export const hasSignedOutSince = (userId: string | null, since: number): boolean =>
  userId !== null && notes().some(([noted, at]) => noted === numberOf(userId) && at >= since)

/** Whether anybody has. */
export const hasAnySignedOutSince = (since: number): boolean => notes().some(([, at]) => at >= since)

/** The id itself may be an e-mail address, which may not stay after signing out. */
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
