import { encode } from 'jose/base64url'
import type { Ports } from '#server/ports.ts'

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const utf8 = new TextEncoder()

export const hmacKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(bytes), HMAC, false, ['sign', 'verify'])

export const sign = async (key: CryptoKey, text: string): Promise<string> =>
  encode(new Uint8Array(await crypto.subtle.sign(HMAC, key, utf8.encode(text))))

/** Compares in constant time, by comparing HMACs (double HMAC verification). */
export const isEqual = async (key: CryptoKey, given: string, right: string): Promise<boolean> =>
  (await sign(key, given)) === (await sign(key, right))

/** Derives the bytes of a separate key for each purpose. */
export async function derivedBytes(secret: Uint8Array, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const root = await hmacKey(secret)
  return new Uint8Array(await crypto.subtle.sign(HMAC, root, utf8.encode(`dierenportaal ${purpose}`)))
}

export const deriveKey = async (secret: Uint8Array, purpose: string): Promise<CryptoKey> =>
  await hmacKey(await derivedBytes(secret, purpose))

/** Derives an encryption key, where `deriveKey` derives a signing key. */
export const deriveSealingKey = async (secret: Uint8Array, purpose: string): Promise<CryptoKey> =>
  await crypto.subtle.importKey('raw', await derivedBytes(secret, `sealed ${purpose}`), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

/**
 * Returns a function that derives a key at its first call. A server has many keys, and most requests need three of
 * them.
 */
export function lazy<T>(derive: () => Promise<T>): () => Promise<T> {
  let derived: Promise<T> | undefined
  return () => (derived ??= derive())
}

export const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

export const randomText = (bytes: number): string => encode(randomBytes(bytes))

export async function sha256(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the hash of a JSON value, independent of the order of fields. Fields without a value do not count. */
export const hashOfContent = (content: unknown): Promise<string> => sha256(JSON.stringify(sortedFields(content)))

function sortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  return fields
    .map(([name, each]) => [name, sortedFields(each)])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

export type Secrets = Pick<Ports, 'secret' | 'formerSecret' | 'clock'>

export interface Key {
  /** Distinguishes the keys of one purpose. */
  id: string
  key: CryptoKey
}

/**
 * Keys of one purpose: the current one signs. During a secret rotation, the key of the former secret can still verify.
 */
export interface Keyring {
  current(): Promise<Key>
  /** Readable keys, the current one first. */
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

/** Returns the key for which `given` is the signature of `text`; undefined if there is none. */
export async function keyOf(keyring: Keyring, given: string, text: string): Promise<Key | undefined> {
  for (const each of await keyring.readable()) {
    if (await isEqual(each.key, given, await sign(each.key, text))) return each
  }
  return undefined
}

/** Returns a fingerprint of the secret, which does not reveal the secret. */
export async function fingerprintOf(secret: Uint8Array): Promise<string> {
  return (await sign(await deriveKey(secret, 'fingerprint'), 'fingerprint')).slice(0, 22)
}
