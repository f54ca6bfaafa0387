import { decode, encode } from 'jose/base64url'
import type { Database } from '#server/db/schema.ts'
import { derivedBytes, hmacKey, isEqual, type Secrets, sign } from './keys.ts'
import { ProblemError } from './problem.ts'
import { createSealer } from './sealer.ts'

// Addresses that other programs keep outlive the server's secret. So the key that signs them is kept in the database, sealed by the
// secret: neither of the two alone tells an address.

const PURPOSES = ['calendar', 'unsubscribe'] as const
type Purpose = (typeof PURPOSES)[number]

export interface Keeper extends Secrets {
  db: Database
}

/** Signs what is in an address, by the key of a purpose. */
export function createAddressSigner(keeper: Keeper, purpose: Purpose) {
  let kept: Promise<CryptoKey> | undefined
  // Once it is known; a database that is away is asked again.
  const key = async () => await (kept ??= keptKey(keeper, purpose).catch(forget))
  const forget = (error: unknown) => {
    kept = undefined
    throw error
  }
  return {
    sign: async (text: string): Promise<string> => await sign(await key(), text),
    /** Throws `not-found` on a wrong signature. */
    async verify(text: string, signature: string): Promise<void> {
      if (!(await isEqual(await key(), signature, await sign(await key(), text)))) throw new ProblemError('not-found')
    },
  }
}

/** At the start, so that no key is still sealed by a former secret when that is read no more. */
export async function keepAddressKeys(keeper: Keeper): Promise<void> {
  for (const purpose of PURPOSES) await keptKey(keeper, purpose)
}

async function keptKey({ db, ...secrets }: Keeper, purpose: Purpose): Promise<CryptoKey> {
  const sealer = createSealer(secrets, 'address key')
  const keys = db.selectFrom('address_key').select('sealed').where('purpose', '=', purpose)
  let kept = await keys.executeTakeFirst()
  if (!kept) {
    const sealed = await sealer.seal(encode(await derivedBytes(signedUntilNow(secrets), purpose)), purpose)
    await db
      .insertInto('address_key')
      .values({ purpose, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    kept = await keys.executeTakeFirstOrThrow()
  }
  const key = await sealer.open(kept.sealed, purpose)
  // Sealed by a secret that this server does not know, as another one may that is replacing it.
  if (key === undefined) return await hmacKey(await derivedBytes(secrets.secret, purpose))
  if (!(await sealer.isCurrent(kept.sealed))) {
    await db
      .updateTable('address_key')
      .set({ sealed: await sealer.seal(key, purpose) })
      .where('purpose', '=', purpose)
      .where('sealed', '=', kept.sealed)
      .execute()
  }
  return await hmacKey(decode(key))
}

/** The first key: addresses used to be signed by one derived from the secret, and go on working. */
const signedUntilNow = ({ secret, formerSecret, clock }: Secrets): Uint8Array =>
  formerSecret && clock() < formerSecret.readUntil ? formerSecret.secret : secret
