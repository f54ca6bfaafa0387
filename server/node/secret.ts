import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, openSync, readFileSync, rmSync, closeSync, writeSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'token-secret'
const BYTES = 32

/** The root secret: TOKEN_SECRET, else one that is generated once in the data folder. */
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

// Atomic create by link(2): neither a kill nor a concurrent process leaves a partial or a second secret.
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
