import type { Clock } from '#server/ports.ts'
import { deriveKey, isEqual, sign } from './keys.ts'
import { ProblemError } from './problem.ts'

const LIFETIME_SECONDS = 600
const SIGNATURE = '&signature='

export interface SignedUrls {
  /** A path with a query, valid for ten minutes. */
  sign(path: string, query: Record<string, string>): Promise<string>
  /** Throws `forbidden` on a wrong signature or an expired URL. */
  verify(url: string): Promise<{ path: string[]; query: Record<string, string> }>
}

/** Stateless signed URLs: the HMAC covers path and query, with a key per purpose. */
export function createSignedUrls({ secret, clock }: { secret: Uint8Array; clock: Clock }, purpose: string): SignedUrls {
  const key = deriveKey(secret, purpose)
  const now = () => Math.floor(clock().getTime() / 1000)
  const signed = async (unsigned: string) => `${unsigned}${SIGNATURE}${await sign(await key, unsigned)}`

  return {
    async sign(path, query) {
      const expires = String(now() + LIFETIME_SECONDS)
      return await signed(`${path}?${new URLSearchParams({ ...query, expires })}`)
    },

    async verify(url) {
      const { pathname, search, searchParams } = new URL(url)
      const whole = pathname + search
      const unsigned = whole.slice(0, Math.max(0, whole.lastIndexOf(SIGNATURE)))
      const query = Object.fromEntries(searchParams)
      const isOurs = await isEqual(await key, whole, await signed(unsigned))
      if (!isOurs || !(Number(query['expires']) > now())) throw new ProblemError('forbidden')
      return { path: pathname.split('/').slice(1), query }
    },
  }
}
