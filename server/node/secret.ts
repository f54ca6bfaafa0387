import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, openSync, readFileSync, rmSync, closeSync, writeSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'token-secret'
const BYTES = 32

/** The secret behind all signatures: the one that is set, or one of the data folder's own that is made the first time. */
export function readSecret(tokenSecret: string | undefined, dataDir: string): Uint8Array {
  if (tokenSecret !== undefined) return new TextEncoder().encode(tokenSecret)
  const file = join(dataDir, FILE)
  return kept(file) ?? make(dataDir, file)
}

function kept(file: string): Uint8Array | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length < BYTES) throw new Error(`${file} is damaged; remove it, and everybody has to sign in again`)
  return secret
}

// Under another name first: a process that is killed, or a second one at the same moment, never leaves half a secret.
function make(dataDir: string, file: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  rmSync(unfinished, { force: true })
  const handle = openSync(unfinished, 'wx', 0o600)
  writeSync(handle, `${randomBytes(BYTES).toString('base64')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(unfinished)
  }
  return kept(file)!
}
