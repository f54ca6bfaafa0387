import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, openSync, readFileSync, rmSync, closeSync, writeSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

const FILE = 'token-secret'
const FORMER_FILE = 'token-secret-former'
const BYTES = 32

export interface GivenSecrets {
  secret: Uint8Array
  former: Uint8Array | 'lost' | undefined
}

/** TOKEN_SECRET, else the one that is generated once in the data folder; and the one before it, from the same places. */
export function readSecrets(settings: Pick<Settings, 'tokenSecret' | 'formerTokenSecret' | 'dataDir'>): GivenSecrets {
  const { tokenSecret, formerTokenSecret, dataDir } = settings
  const file = join(dataDir, FILE)
  return {
    secret: encoded(tokenSecret) ?? kept(file) ?? make(dataDir, file),
    former: formerTokenSecret === 'lost' ? 'lost' : (encoded(formerTokenSecret) ?? kept(join(dataDir, FORMER_FILE))),
  }
}

const encoded = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text))

function kept(file: string): Uint8Array | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length < BYTES)
    throw new Error(
      `${file} is damaged; remove it and set TOKEN_SECRET_FORMER=lost, and everybody has to sign in again`,
    )
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
  const made = kept(file)
  if (!made) throw new Error(`${file} was removed while it was made`)
  return made
}
