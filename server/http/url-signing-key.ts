import { decode, encode } from 'jose/base64url'
import type { Database } from '#server/db/schema.ts'
import { derivedBytes, hmacKey, isEqual, type Secrets, sign } from './keys.ts'
import { ProblemError } from './problem.ts'
import { createSealer } from './sealer.ts'

// URLs that other programs store must outlive the server's secret, so their signing key is stored in the database. The
// key is encrypted with the secret: neither the database nor the secret alone can forge a URL.

const PURPOSES = ['calendar', 'unsubscribe'] as const
type Purpose = (typeof PURPOSES)[number]

export interface KeyStore extends Secrets {
  db: Database
}

export function createUrlSigner(store: KeyStore, purpose: Purpose) {
  let cached: Promise<CryptoKey> | undefined
  // Cached only after a successful read, so a failed database call is retried.
  const key = async () => await (cached ??= signingKey(store, purpose).catch(uncache))
  const uncache = (error: unknown) => {
    cached = undefined
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
export async function sealSigningKeys(store: KeyStore): Promise<void> {
  for (const purpose of PURPOSES) await signingKey(store, purpose)
}

async function signingKey({ db, ...secrets }: KeyStore, purpose: Purpose): Promise<CryptoKey> {
  const sealer = createSealer(secrets, 'address key')
  const keys = db.selectFrom('address_key').select('sealed').where('purpose', '=', purpose)
  let row = await keys.executeTakeFirst()
  if (!row) {
    const sealed = await sealer.seal(encode(await derivedBytes(firstSecret(secrets), purpose)), purpose)
    await db
      .insertInto('address_key')
      .values({ purpose, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await keys.executeTakeFirstOrThrow()
  }
  const key = await sealer.open(row.sealed, purpose)
  // Another server that is replacing the secret encrypted this key with a secret that this server does not have.
  if (key === undefined) return await hmacKey(await derivedBytes(secrets.secret, purpose))
  if (!(await sealer.isCurrent(row.sealed))) {
    await db
      .updateTable('address_key')
      .set({ sealed: await sealer.seal(key, purpose) })
      .where('purpose', '=', purpose)
      .where('sealed', '=', row.sealed)
      .execute()
  }
  return await hmacKey(decode(key))
}

/**
 * Returns the secret of the first key. Earlier versions derived the key from the secret, and those URLs must keep
 * working.
 */
const firstSecret = ({ secret, formerSecret, clock }: Secrets): Uint8Array =>
  formerSecret && clock() < formerSecret.readUntil ? formerSecret.secret : secret
