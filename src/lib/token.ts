import { TOKEN_STORAGE } from './constants.ts'
import { tabStorage } from './storage.ts'

export interface TokenPayload {
  /** In seconds, as in every JWT. */
  exp: number
  iat: number | null
  /** Whose token it is: other tokens of that session have the same. */
  sid?: unknown
}

// Only the middle one is looked at.
const THREE_PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The claims of a token, unverified: the server alone decides whether it is good. Throws 'Invalid token specified'. */
export function decodeToken(token: unknown): TokenPayload {
  if (typeof token !== 'string' || !THREE_PARTS.test(token)) throw new Error('Invalid token specified')
  let claims: { exp?: unknown; iat?: unknown; sid?: unknown } | null
  try {
    // Both are numbers, so that the text need not be taken for UTF-8. A library for this line is 1 kB of the first load.
    claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as typeof claims
  } catch (cause) {
    throw new Error('Invalid token specified', { cause })
  }
  const { exp, iat, sid } = claims ?? {}
  // A date beyond what a Date can hold is no date.
  if (typeof exp !== 'number' || !Number.isFinite(exp) || Math.abs(exp) > 8.64e12) {
    throw new Error('Invalid token specified')
  }
  return { exp, iat: typeof iat === 'number' && Number.isFinite(iat) ? iat : null, sid }
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
}

export function clearToken(): void {
  tabStorage.removeItem(TOKEN_STORAGE)
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
