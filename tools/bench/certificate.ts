import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// Just enough of X.509 for a server on this machine that nobody has to trust; Node makes keys, but no certificates.

const DAY_MS = 86_400_000

const element = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const bytes = body.length < 256 ? [body.length] : [body.length >> 8, body.length & 0xff]
  const length = body.length < 128 ? bytes : [0x80 + bytes.length, ...bytes]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...content: Buffer[]) => element(0x30, ...content)
const ECDSA_WITH_SHA256 = sequence(element(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = element(0x06, Buffer.from('550403', 'hex'))

const nameOf = (text: string) => sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(text)))))
const timeOf = (ms: number) =>
  element(0x17, Buffer.from(new Date(ms).toISOString().replaceAll(/^..|[-:T]|\..*(?=Z)/g, '')))

/** A new key, and a certificate for it by itself, valid today and tomorrow. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = nameOf('Dierenportaal bench')
  const now = Date.now()
  const content = sequence(
    // Version 3.
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(timeOf(now - DAY_MS), timeOf(now + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const certificate = sequence(content, ECDSA_WITH_SHA256, element(0x03, signature))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
