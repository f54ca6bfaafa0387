import { decode, encode } from 'jose/base64url'
import type { Database } from '#server/db/schema.ts'
import { derivedBytes, hmacKey, isEqual, type Secrets, sign } from './keys.ts'
import { ProblemError } from './problem.ts'
import { createSealer } from './sealer.ts'

// URLs that other programs store must outlive the server's secret, so their signing key is kept in the database. The
// key is encrypted with the secret: neither the database nor the secret alone can forge a URL.

const PURPOSES = ['calendar', 'unsubscribe'] as const
type Purpose = (typeof PURPOSES)[number]

export interface Keeper extends Secrets {
  db: Database
}

/** Signs and verifies URLs with the key of a purpose. */
export function createAddressSigner(keeper: Keeper, purpose: Purpose) {
  let kept: Promise<CryptoKey> | undefined
  // Cached only after a successful read, so a failed database call is retried.
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

/** Encrypts all keys with the current secret. Runs at the start, before the former secret expires. */
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
  // Another server that is replacing the secret encrypted this key with a secret that this server does not have.
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

/**
 * Returns the secret of the first key. Earlier versions derived the key from the secret, and those URLs must keep
 * working.
 */
const signedUntilNow = ({ secret, formerSecret, clock }: Secrets): Uint8Array =>
  formerSecret && clock() < formerSecret.readUntil ? formerSecret.secret : secret
