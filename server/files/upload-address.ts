import { deriveKey, sign } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Clock } from '#server/ports.ts'
import type { ImageKind } from './images.ts'

const LIFETIME_SECONDS = 600
const SIGNATURE = '&signature='

/** What an address lets whoever has it do, once: give a practice its logo, a picture of one kind. */
export interface Upload {
  id: string
  practiceId: string
  accountId: string
  kind: ImageKind
}

export interface UploadAddresses {
  /** A path with a query. */
  make(upload: Omit<Upload, 'id'>): Promise<string>
  /** Ends the call where the address was not made here, or is too old. */
  read(address: string): Promise<Upload>
}

/** Nothing is kept of an address until it is used: it says all there is to know, and every letter of it is signed. */
export function createUploadAddresses({ secret, clock }: { secret: Uint8Array; clock: Clock }): UploadAddresses {
  const key = deriveKey(secret, 'logo upload')
  const now = () => Math.floor(clock().getTime() / 1000)
  const signed = async (unsigned: string) => `${unsigned}${SIGNATURE}${await sign(await key, unsigned)}`

  return {
    async make({ practiceId, accountId, kind }) {
      const expires = String(now() + LIFETIME_SECONDS)
      const query = new URLSearchParams({ practice: practiceId, by: accountId, type: kind, expires })
      return await signed(`/files/upload/${crypto.randomUUID()}?${query}`)
    },

    async read(address) {
      const { pathname, search, searchParams } = new URL(address)
      const whole = pathname + search
      const unsigned = whole.slice(0, Math.max(0, whole.lastIndexOf(SIGNATURE)))
      const { practice, by, type, expires } = Object.fromEntries(searchParams)
      if (whole !== (await signed(unsigned)) || !(Number(expires) > now())) throw new ProblemError('forbidden')
      return { id: pathname.split('/').at(-1)!, practiceId: practice!, accountId: by!, kind: type as ImageKind }
    },
  }
}
