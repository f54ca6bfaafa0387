import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAssertion } from '#contract/schemas/passkey.ts'

// WebAuthn authenticator with an ES256 key. Tests can falsify the data that it signs.

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Encodes a value as CBOR (RFC 8949). Supports only the types of an attestation. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
  throw new TypeError('No CBOR for that')
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** Differences from the data that a browser would sign. */
interface FalsifiedData {
  origin?: string
  rpId?: string
  type?: string
  unverified?: boolean
  counter?: number
  userHandle?: string
  attestation?: [format: string, statement: Map<string, unknown>]
}

export type TestAuthenticator = ReturnType<typeof createAuthenticator>

export function createAuthenticator({ origin }: { origin: string }) {
  const credential = randomBytes(32)
  const id = base64url(credential)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, overrides: FalsifiedData) =>
    JSON.stringify({ type: overrides.type ?? type, challenge, origin: overrides.origin ?? origin, crossOrigin: false })
  const head = (rpId: string, flags: number, overrides: FalsifiedData) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(overrides.counter ?? counter)
    const given = PRESENT | (overrides.unverified ? 0 : VERIFIED) | flags
    return Buffer.concat([sha256(overrides.rpId ?? rpId), Buffer.from([given]), count])
  }

  return {
    id,
    make(
      { challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } },
      name: string,
      overrides: FalsifiedData = {},
    ): NewPasskey {
      userHandle = user.id
      // Zeros as the identifier of the model (16 bytes), and the length of the credential in two bytes.
      const before = Buffer.concat([Buffer.alloc(17), Buffer.from([credential.length])])
      const authData = Buffer.concat([head(rp.id, ATTESTED, overrides), before, credential, cbor(coseOf(publicKey))])
      const [format, statement] = overrides.attestation ?? ['none', new Map()]
      const object = new Map(Object.entries({ fmt: format, attStmt: statement, authData }))
      return {
        name,
        id,
        clientDataJSON: base64url(clientData('webauthn.create', challenge, overrides)),
        attestationObject: base64url(cbor(object)),
        transports: ['internal'],
      }
    },
    sign({ challenge, rpId }: { challenge: string; rpId: string }, overrides: FalsifiedData = {}): PasskeyAssertion {
      counter += 1
      const client = clientData('webauthn.get', challenge, overrides)
      const data = head(rpId, 0, overrides)
      return {
        id,
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: overrides.userHandle ?? userHandle,
      }
    },
  }
}

/** Encodes a key on P-256 for COSE (RFC 9053). */
function coseOf(publicKey: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}
