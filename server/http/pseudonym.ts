import type { Pseudonym } from '#server/context.ts'
import type { Ports } from '#server/ports.ts'
import { BoundedMap } from './rate-limit.ts'
import { deriveKey, sign } from './keys.ts'

const MAX_CACHED = 10_000
const LENGTH = 16

/**
 * Returns keyed pseudonyms for the log. Equal inputs have equal pseudonyms, so the log shows the actions of one person.
 * Without a key, a hash could be guessed, because there are few possible inputs.
 */
export function createPseudonyms({ secret }: Pick<Ports, 'secret'>): Pseudonym {
  const key = deriveKey(secret, 'log')
  const known = new BoundedMap<string, string>(MAX_CACHED)

  return async (kind, subject) => {
    if (subject === undefined) return undefined
    const name = `${kind} ${subject}`
    const pseudonym = known.get(name) ?? (await sign(await key, name)).slice(0, LENGTH)
    known.set(name, pseudonym)
    return pseudonym
  }
}
