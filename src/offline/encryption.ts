import type { RecordKeys, EncryptedData } from './record-store.ts'

// Records are encrypted with a public key, so that updates need no action of the user. The private key is encrypted with a secret
// that the device's authenticator derives from a salt (WebAuthn extension `prf`) after fingerprint, face or PIN. The secret is
// never stored.

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

/** Creates a key pair whose private key is encrypted with the authenticator's secret. */
export async function createKeys(
  secret: BufferSource,
  credentialKeys: Pick<RecordKeys, 'credentialId' | 'salt'>,
): Promise<RecordKeys> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const iv = random(12)
  const privateKey = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aesKey(secret, 'portal lock'), privateKey)
  return {
    ...credentialKeys,
    publicKey: await crypto.subtle.exportKey('raw', pair.publicKey),
    privateKey: { iv, data },
  }
}

export async function encrypt({ publicKey }: RecordKeys, content: string): Promise<EncryptedData> {
  const ephemeral = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const key = await sharedKey(ephemeral.privateKey, await crypto.subtle.importKey('raw', publicKey, CURVE, false, []))
  const iv = random(12)
  return {
    ephemeralKey: await crypto.subtle.exportKey('raw', ephemeral.publicKey),
    iv,
    data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(content)),
  }
}

/** Decrypts sealed content. Throws for a wrong secret or modified data. */
export async function decrypt(
  { privateKey }: RecordKeys,
  encrypted: EncryptedData,
  secret: BufferSource,
): Promise<string> {
  const lockKey = await aesKey(secret, 'portal lock')
  const exported = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: privateKey.iv }, lockKey, privateKey.data)
  const [own, ephemeral] = await Promise.all([
    crypto.subtle.importKey('pkcs8', exported, CURVE, false, ['deriveBits']),
    crypto.subtle.importKey('raw', encrypted.ephemeralKey, CURVE, false, []),
  ])
  const key = await sharedKey(own, ephemeral)
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv: encrypted.iv }, key, encrypted.data),
  )
}

// The platform authenticator asks for fingerprint, face or PIN, also without a connection.

/** The device or browser has no suitable authenticator. */
export class NoAuthenticator extends Error {
  override name = 'NoAuthenticator'
}

const isOfKey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential !== null && 'getClientExtensionResults' in credential

const resultOf = (credential: Credential | null) =>
  isOfKey(credential) ? credential.getClientExtensionResults().prf?.results?.first : undefined

/** Creates a credential and derives the secret from a new salt. `name` appears in the device's list of passkeys. */
export async function newSecret(
  name: string,
): Promise<Pick<RecordKeys, 'credentialId' | 'salt'> & { secret: BufferSource }> {
  const salt = random(32)
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: random(32),
      rp: { name },
      user: { id: random(16), name, displayName: name },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        // The credential is not for signing in, so it need not be discoverable.
        residentKey: 'discouraged',
        userVerification: 'required',
      },
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  if (!isOfKey(credential) || !credential.getClientExtensionResults().prf?.enabled) throw new NoAuthenticator('No prf')
  const credentialKeys = { credentialId: credential.rawId, salt }
  // Some browsers return the secret on creation, others only on a later request.
  return { ...credentialKeys, secret: resultOf(credential) ?? (await secretOf(credentialKeys)) }
}

export async function secretOf({
  credentialId,
  salt,
}: Pick<RecordKeys, 'credentialId' | 'salt'>): Promise<BufferSource> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: random(32),
      allowCredentials: [{ type: 'public-key', id: credentialId }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const secret = resultOf(credential)
  if (!secret) throw new NoAuthenticator('No prf')
  return secret
}
