import { decode, encode } from 'jose/base64url'
import { deriveKey, deriveSealingKey, lazy, randomBytes, type Secrets, sign } from './keys.ts'

const IV_BYTES = 12
const utf8 = new TextEncoder()

/**
 * Encryption at rest (AES-GCM). `of` names the owner as additional data, so a text moved to another owner cannot be
 * decrypted.
 */
export interface Sealer {
  seal(text: string, of: string): Promise<string>
  /** Returns undefined for text that was not encrypted here, or whose secret has expired. */
  open(sealed: string, of: string): Promise<string | undefined>
  /** Whether the text was encrypted with the current secret. */
  isCurrent(sealed: string): Promise<boolean>
}

export function createSealer({ secret, formerSecret, clock }: Secrets, purpose: string): Sealer {
  const current = lazy(() => keyOf(secret, purpose))
  const former = formerSecret && lazy(() => keyOf(formerSecret.secret, purpose))
  const keys = async () =>
    former && clock() < formerSecret.readUntil ? [await current(), await former()] : [await current()]

  return {
    async seal(text, of) {
      const { id, key } = await current()
      const iv = randomBytes(IV_BYTES)
      const parameters = { name: 'AES-GCM', iv, additionalData: utf8.encode(of) }
      const bytes = new Uint8Array(await crypto.subtle.encrypt(parameters, key, utf8.encode(text)))
      return `${id}.${encode(iv)}.${encode(bytes)}`
    },

    async open(sealed, of) {
      const [id, iv = '', bytes = ''] = sealed.split('.')
      const known = (await keys()).find((each) => each.id === id)
      if (!known) return undefined
      try {
        const parameters = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: utf8.encode(of) }
        return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, known.key, bytesOf(bytes)))
      } catch {
        return undefined
      }
    },

    isCurrent: async (sealed) => sealed.startsWith(`${(await current()).id}.`),
  }
}

const bytesOf = (text: string) => new Uint8Array(decode(text))

async function keyOf(secret: Uint8Array, purpose: string): Promise<{ id: string; key: CryptoKey }> {
  const id = (await sign(await deriveKey(secret, purpose), 'key id')).slice(0, 8)
  return { id, key: await deriveSealingKey(secret, purpose) }
}
