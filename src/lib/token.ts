import { decodeJwt } from 'jose'
import { TOKEN_STORAGE } from './constants.ts'
import { tabStorage } from './storage.ts'

export interface TokenPayload {
  /** In seconds, as in every JWT. */
  exp: number
  iat: number | null
  /** The session that it is of: other tokens of that session have the same. */
  sid?: unknown
  /** The person that it is of. */
  sub?: string
}

// `decodeJwt` reads the middle one only, and the whole is sent in a header.
const THREE_PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The claims of a token, unverified: the server alone decides whether it is good. Throws 'Invalid token specified'. */
export function decodeToken(token: unknown): TokenPayload {
  if (typeof token !== 'string' || !THREE_PARTS.test(token)) throw new Error('Invalid token specified')
  let claims: { exp?: unknown; iat?: unknown; sid?: unknown; sub?: unknown }
  try {
    claims = decodeJwt(token)
  } catch (cause) {
    throw new Error('Invalid token specified', { cause })
  }
  const { exp, iat, sid, sub } = claims
  // A date beyond what a Date can hold is no date.
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

/** Whose token it is; undefined where it doesn't say. */
export function subjectOf(token: unknown): string | undefined {
  try {
    return decodeToken(token).sub
  } catch {
    return undefined
  }
}

/** Clock skew between servers: the offset may come from one, and the token from another. */
const TOLERANCE_MS = 5000

/** When it has ended by every server's clock, on this one. `clockOffset`: milliseconds by which the server's clock is ahead. */
export const expiryOf = ({ exp }: TokenPayload, clockOffset: number): number => exp * 1000 + TOLERANCE_MS - clockOffset

export function isExpired(payload: TokenPayload, clockOffset: number, now = Date.now()): boolean {
  return expiryOf(payload, clockOffset) <= now
}

/** The stored token, raw or as a JSON string; null where there is none. */
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

/** `listener` is called when another token is stored, or none any more. Returns how to unsubscribe. */
export function onTokenChanged(listener: () => void): () => void {
  changeListeners.add(listener)
  return () => void changeListeners.delete(listener)
}

const endListeners = new Set<() => void>()

/** `listener` is called when the stored token is good no more: refused by the server, or expired. Returns how to unsubscribe. */
export function onTokenEnded(listener: () => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

export function tokenEnded(): void {
  for (const listener of endListeners) listener()
}

/** Smaller differences are the time that the token travelled. */
const LEAST_OFFSET_MS = 60_000

/** The present on a clock that is `offset` milliseconds ahead of this device's. */
export const presentAt = (offset: number): Date =>
  new Date(Date.now() + (Math.abs(offset) < LEAST_OFFSET_MS ? 0 : offset))
