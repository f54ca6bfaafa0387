import { encode } from 'jose/base64url'

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const utf8 = new TextEncoder()

export const hmacKey = (bytes: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(bytes), HMAC, false, ['sign', 'verify'])

export const sign = async (key: CryptoKey, text: string): Promise<string> =>
  encode(new Uint8Array(await crypto.subtle.sign(HMAC, key, utf8.encode(text))))

/** Constant-time comparison, by comparing HMACs (double HMAC verification). */
export const isEqual = async (key: CryptoKey, given: string, right: string): Promise<boolean> =>
  (await sign(key, given)) === (await sign(key, right))

/** Key separation: a derived key per purpose. */
export async function derivedBytes(secret: Uint8Array, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const root = await hmacKey(secret)
  return new Uint8Array(await crypto.subtle.sign(HMAC, root, utf8.encode(`dierenportaal ${purpose}`)))
}

export const deriveKey = async (secret: Uint8Array, purpose: string): Promise<CryptoKey> =>
  await hmacKey(await derivedBytes(secret, purpose))

/** A key for encryption, where `deriveKey` gives one for signatures. */
export const deriveSealingKey = async (secret: Uint8Array, purpose: string): Promise<CryptoKey> =>
  await crypto.subtle.importKey('raw', await derivedBytes(secret, `sealed ${purpose}`), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

/** Derived when it is first needed: a server has many keys, and most calls want three of them. */
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
