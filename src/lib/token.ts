import { decodeJwt } from 'jose'
import { TOKEN_STORAGE } from './constants.ts'
import { tabStorage } from './storage.ts'

export interface TokenPayload {
  /** Seconds since 1970, as in every JWT. */
  exp: number
  iat: number | null
  /** Session id, equal in all tokens of a session. */
  sid?: unknown
  sub?: string
}

// Checks all three parts: `decodeJwt` reads only the middle one, but the whole token is sent in a header.
const THREE_PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Returns the unverified claims of a token; only the server verifies tokens. Throws 'Invalid token specified'. */
export function decodeToken(token: unknown): TokenPayload {
  if (typeof token !== 'string' || !THREE_PARTS.test(token)) throw new Error('Invalid token specified')
  let claims: { exp?: unknown; iat?: unknown; sid?: unknown; sub?: unknown }
  try {
    claims = decodeJwt(token)
  } catch (cause) {
    throw new Error('Invalid token specified', { cause })
  }
  const { exp, iat, sid, sub } = claims
  // Rejects values outside the range of `Date`.
  if (typeof exp !== 'number' || !Number.isFinite(exp) || Math.abs(exp) > 8.64e12) {
    throw new Error('Invalid token specified')
  }
  return {
    exp,
    iat: typeof iat === 'number' && Number.isFinite(iat) ? iat : null,
    sid,
    ...(typeof sub === 'string' && sub && { sub }),
  }
}

/** Returns the user id of a token; undefined without one. */
export function subjectOf(token: unknown): string | undefined {
  try {
    return decodeToken(token).sub
  } catch {
    return undefined
  }
}

/** Tolerance for clock skew between servers: offset and token may come from different ones. */
const TOLERANCE_MS = 5000

/** Returns the time on the device's clock at which a token has expired on every server. `clockOffset`: milliseconds by which the server's clock is ahead. */
export const expiryOf = ({ exp }: TokenPayload, clockOffset: number): number => exp * 1000 + TOLERANCE_MS - clockOffset

export function isExpired(payload: TokenPayload, clockOffset: number, now = Date.now()): boolean {
  return expiryOf(payload, clockOffset) <= now
}

/** Returns the stored token, also if stored as a JSON string; null if there is none. */
export function readToken(): string | null {
  const stored = tabStorage.getItem(TOKEN_STORAGE)
  return (stored?.startsWith('"') ? stored.replaceAll('"', '') : stored) || null
}

export function storeToken(token: string): void {
  tabStorage.setItem(TOKEN_STORAGE, token)
  for (const listener of changeListeners) listener()
}

export function clearToken(): void {
  tabStorage.removeItem(TOKEN_STORAGE)
  for (const listener of changeListeners) listener()
}

const changeListeners = new Set<() => void>()

/** Calls `listener` when the stored token changes or is removed. Returns a function that unsubscribes. */
export function onTokenChanged(listener: () => void): () => void {
  changeListeners.add(listener)
  return () => void changeListeners.delete(listener)
}

const endListeners = new Set<() => void>()

/** Calls `listener` when the server rejects the stored token or it expires. Returns a function that unsubscribes. */
export function onTokenEnded(listener: () => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

export function tokenEnded(): void {
  for (const listener of endListeners) listener()
}

/** Smaller offsets are ignored: they are the latency of the response. */
const MIN_OFFSET_MS = 60_000

/** Returns the current time of a clock that is `offset` milliseconds ahead of the device's. */
export const presentAt = (offset: number): Date =>
  new Date(Date.now() + (Math.abs(offset) < MIN_OFFSET_MS ? 0 : offset))
