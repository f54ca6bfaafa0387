import type { Lock, Sealed } from './vault.ts'

// Records are encrypted for a public key, so that they can be kept up to date without asking anybody for anything. The private
// key is encrypted by what the device's authenticator makes of a salt (WebAuthn, extension `prf`), with the finger, face or code
// of its user, and that is never stored.

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const AES = { name: 'AES-GCM', length: 256 } as const

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

async function aesKey(secret: BufferSource, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(purpose) }
  return await crypto.subtle.deriveKey(derivation, material, AES, false, ['encrypt', 'decrypt'])
}

async function sharedKey(privateKey: CryptoKey, publicKey: CryptoKey): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  return await aesKey(bits, 'portal records')
}

/** A lock that the authenticator's secret opens. */
export async function makeLock(secret: BufferSource, made: Pick<Lock, 'credentialId' | 'salt'>): Promise<Lock> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const iv = random(12)
  const privateKey = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aesKey(secret, 'portal lock'), privateKey)
  return { ...made, publicKey: await crypto.subtle.exportKey('raw', pair.publicKey), privateKey: { iv, data } }
}

export async function seal({ publicKey }: Lock, content: string): Promise<Sealed> {
  const ephemeral = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const key = await sharedKey(ephemeral.privateKey, await crypto.subtle.importKey('raw', publicKey, CURVE, false, []))
  const iv = random(12)
  return {
    ephemeralKey: await crypto.subtle.exportKey('raw', ephemeral.publicKey),
    iv,
    data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(content)),
  }
}

/** Throws where the secret is another one, or something was changed. */
export async function unseal({ privateKey }: Lock, sealed: Sealed, secret: BufferSource): Promise<string> {
  const lockKey = await aesKey(secret, 'portal lock')
  const exported = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: privateKey.iv }, lockKey, privateKey.data)
  const [own, ephemeral] = await Promise.all([
    crypto.subtle.importKey('pkcs8', exported, CURVE, false, ['deriveBits']),
    crypto.subtle.importKey('raw', sealed.ephemeralKey, CURVE, false, []),
  ])
  const key = await sharedKey(own, ephemeral)
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data))
}
