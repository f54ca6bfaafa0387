import type { Lock } from './vault.ts'

// The authenticator that is built into the device: it asks for finger, face or code, also without a connection.

/** The device or its browser cannot do it. */
export class NoAuthenticator extends Error {
  override name = 'NoAuthenticator'
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const isOfKey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential !== null && 'getClientExtensionResults' in credential

const resultOf = (credential: Credential | null) =>
  isOfKey(credential) ? credential.getClientExtensionResults().prf?.results?.first : undefined

/** A new key, and what it makes of a salt; `name` is what the device calls it in its list of keys. */
export async function newSecret(name: string): Promise<Pick<Lock, 'credentialId' | 'salt'> & { secret: BufferSource }> {
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
        // Not for signing in, so it need not be listed among passkeys.
        residentKey: 'discouraged',
        userVerification: 'required',
      },
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  if (!isOfKey(credential) || !credential.getClientExtensionResults().prf?.enabled) throw new NoAuthenticator('No prf')
  const made = { credentialId: credential.rawId, salt }
  // Some tell it at once, others when asked again.
  return { ...made, secret: resultOf(credential) ?? (await secretOf(made)) }
}

export async function secretOf({ credentialId, salt }: Pick<Lock, 'credentialId' | 'salt'>): Promise<BufferSource> {
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
