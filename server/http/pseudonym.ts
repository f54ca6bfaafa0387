import type { Pseudonym } from '#server/context.ts'
import type { Ports } from '#server/ports.ts'
import { BoundedMap } from './bounded-map.ts'
import { deriveKey, sign } from './keys.ts'

const KEPT = 10_000
const LENGTH = 16

/**
 * The same for the same, so that what somebody did can be followed, and keyed: of addresses there are so few that a hash alone
 * could be guessed.
 */
export function createPseudonyms({ secret }: Pick<Ports, 'secret'>): Pseudonym {
  const key = deriveKey(secret, 'log')
  const known = new BoundedMap<string, string>(KEPT)

  return async (kind, whose) => {
    if (whose === undefined) return undefined
    const name = `${kind} ${whose}`
    const pseudonym = known.get(name) ?? (await sign(await key, name)).slice(0, LENGTH)
    known.set(name, pseudonym)
    return pseudonym
  }
}
