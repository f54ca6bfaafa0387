import type { Ports } from '#server/ports.ts'
import { deriveKey, sign } from '#server/http/keys.ts'

export type AttemptKind =
  | 'account'
  | 'code'
  | 'code-day'
  | 'passkey'
  | 'device'
  | 'address'
  | 'session'
  | 'forgot-mail'
  | 'forgot-address'
  | 'reset'
  | 'letter'
  | 'letter-mail'

export type AttemptKey = (kind: AttemptKind, whose: string) => Promise<string>

/** By what attempts are counted, and what the log calls it: keyed, as people type passwords into the username field, too. */
export function createAttemptKeys({ secret }: Pick<Ports, 'secret'>): AttemptKey {
  const key = deriveKey(secret, 'attempts')
  return async (kind, whose) => await sign(await key, `${kind} ${whose}`)
}
