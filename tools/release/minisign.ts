import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

// Signatures in the format of minisign: https://jedisct1.github.io/minisign/#signature-format

const SECRET_KEY_BYTES = 158
/** DER header of a PKCS #8 private key for Ed25519, before the 32 bytes of the seed. */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Reads a secret key made by `minisign -G -W`, which has no password. Throws if the file is something else. */
function readSecretKey(file: string) {
  const bytes = Buffer.from(readFileSync(file, 'utf8').split('\n')[1] ?? '', 'base64')
  if (bytes.length !== SECRET_KEY_BYTES || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error(`${file} is not a secret key of minisign.`)
  // The two bytes after the algorithm name the derivation of a key from a password.
  if (bytes.readUInt16LE(2) !== 0)
    throw new Error(`${file} has a password. Make a key without one (minisign -G -W), or remove it (minisign -C -W).`)
  const seed = bytes.subarray(62, 94)
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' })
  return { id: bytes.subarray(54, 62), key }
}

/** Returns the contents of the `.minisig` file of an archive. */
export function minisign(archive: Uint8Array, { keyFile, comment }: { keyFile: string; comment: string }): string {
  const { id, key } = readSecretKey(keyFile)
  const signature = sign(null, createHash('blake2b512').update(archive).digest(), key)
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  // `ED` marks a signature of the hash instead of the whole file.
  const signed = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  return `untrusted comment: signature of a release of Dierenportaal\n${signed}\ntrusted comment: ${comment}\n${global.toString('base64')}\n`
}
