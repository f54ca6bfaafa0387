import type { Clock } from '#server/ports.ts'
import { deriveKey, isEqual, sign } from './keys.ts'
import { ProblemError } from './problem.ts'

const LIFETIME_SECONDS = 600
const SIGNATURE = '&signature='

export interface SignedAddresses {
  /** A path with a query, good for ten minutes. */
  make(path: string, query: Record<string, string>): Promise<string>
  /** Ends the call where the address was not made here, or is too old. */
  read(address: string): Promise<{ path: string[]; query: Record<string, string> }>
}

/** Nothing is kept of an address: it says all there is to know, and every letter of it is signed, for one purpose only. */
export function createSignedAddresses(
  { secret, clock }: { secret: Uint8Array; clock: Clock },
  purpose: string,
): SignedAddresses {
  const key = deriveKey(secret, purpose)
  const now = () => Math.floor(clock().getTime() / 1000)
  const signed = async (unsigned: string) => `${unsigned}${SIGNATURE}${await sign(await key, unsigned)}`

  return {
    async make(path, query) {
      const expires = String(now() + LIFETIME_SECONDS)
      return await signed(`${path}?${new URLSearchParams({ ...query, expires })}`)
    },

    async read(address) {
      const { pathname, search, searchParams } = new URL(address)
      const whole = pathname + search
      const unsigned = whole.slice(0, Math.max(0, whole.lastIndexOf(SIGNATURE)))
      const query = Object.fromEntries(searchParams)
      const isOurs = await isEqual(await key, whole, await signed(unsigned))
      if (!isOurs || !(Number(query['expires']) > now())) throw new ProblemError('forbidden')
      return { path: pathname.split('/').slice(1), query }
    },
  }
}
