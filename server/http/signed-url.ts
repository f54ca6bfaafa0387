import { createKeyring, keyOf, type Secrets, sign } from './keys.ts'
import { ProblemError } from './problem.ts'

export const SIGNED_URL_SECONDS = 600
const SIGNATURE = '&signature='

export type Signed<Grant> = Grant & { signedAt: Date }

export interface SignedUrls<Query> {
  /** Returns a signed path with a query, valid for ten minutes. */
  sign(path: string, query: Query): Promise<string>
  /** Throws `forbidden` on a wrong signature or an expired URL. */
  verify(url: string): Promise<{ path: string[]; query: Query; signedAt: Date }>
}

/** Creates and verifies stateless signed URLs. The HMAC covers path and query, with a key per purpose. */
export function createSignedUrls<Query extends Record<string, string>>(
  secrets: Secrets,
  purpose: string,
): SignedUrls<Query> {
  const { clock } = secrets
  const keyring = createKeyring(secrets, purpose)
  const now = () => Math.floor(clock().getTime() / 1000)

  return {
    async sign(path, query) {
      const expires = String(now() + SIGNED_URL_SECONDS)
      const unsigned = `${path}?${new URLSearchParams({ ...query, expires })}`
      return `${unsigned}${SIGNATURE}${await sign((await keyring.current()).key, unsigned)}`
    },

    async verify(url) {
      const { pathname, search, searchParams } = new URL(url)
      const whole = pathname + search
      const end = whole.lastIndexOf(SIGNATURE)
      const unsigned = whole.slice(0, Math.max(0, end))
      const signature = end < 0 ? '' : whole.slice(end + SIGNATURE.length)
      const isOurs = await keyOf(keyring, signature, unsigned)
      const expires = Number(searchParams.get('expires'))
      if (!isOurs || !(expires > now())) throw new ProblemError('forbidden')
      const signedAt = new Date((expires - SIGNED_URL_SECONDS) * 1000)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- signed by this purpose's key, so it is what `sign` was given
      return { path: pathname.split('/').slice(1), query: Object.fromEntries(searchParams) as Query, signedAt }
    },
  }
}
