import type { Ports } from '#server/ports.ts'
import { deriveKey, isEqual, lazy, sign } from './keys.ts'

export type Secrets = Pick<Ports, 'secret' | 'formerSecret' | 'clock'>

export interface Key {
  /** Tells the keys of one purpose apart. */
  id: string
  key: CryptoKey
}

/** The keys of one purpose: one to sign with, and while a secret is being replaced that of the former to read with. */
export interface Keyring {
  current(): Promise<Key>
  /** The current one first. */
  readable(): Promise<readonly [Key, ...Key[]]>
}

export function createKeyring({ secret, formerSecret, clock }: Secrets, purpose: string): Keyring {
  const current = lazy(() => namedKey(secret, purpose))
  const former = formerSecret && lazy(() => namedKey(formerSecret.secret, purpose))
  return {
    current,
    async readable() {
      return former && clock() < formerSecret.readUntil ? [await current(), await former()] : [await current()]
    },
  }
}

async function namedKey(secret: Uint8Array, purpose: string): Promise<Key> {
  const key = await deriveKey(secret, purpose)
  return { id: (await sign(key, 'key id')).slice(0, 8), key }
}

/** The key with which `given` is the signature of `text`. */
export async function keyOf(keyring: Keyring, given: string, text: string): Promise<Key | undefined> {
  for (const each of await keyring.readable()) {
    if (await isEqual(each.key, given, await sign(each.key, text))) return each
  }
  return undefined
}

/** A fingerprint of the secret, from which it cannot be derived. */
export async function fingerprintOf(secret: Uint8Array): Promise<string> {
  return (await sign(await deriveKey(secret, 'fingerprint'), 'fingerprint')).slice(0, 22)
}
