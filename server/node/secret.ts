import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, openSync, readFileSync, rmSync, closeSync, writeSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

const FILE = 'token-secret'
const FORMER_FILE = 'token-secret-former'
const BYTES = 32

/**
 * Possible readings of one secret, the usual one first. A file contains base64 and a setting contains text, and
 * operators copy one into the other.
 */
export type SecretReadings = readonly [Uint8Array, ...Uint8Array[]]

export interface GivenSecrets {
  secret: SecretReadings
  former: SecretReadings | 'lost' | undefined
}

/**
 * Reads the current and the former secret from TOKEN_SECRET and TOKEN_SECRET_FORMER, else from the data folder.
 * Generates the current secret if there is none.
 */
export function readSecrets(settings: Pick<Settings, 'tokenSecret' | 'formerTokenSecret' | 'dataDir'>): GivenSecrets {
  const { tokenSecret, formerTokenSecret, dataDir } = settings
  const file = join(dataDir, FILE)
  return {
    secret: setting(tokenSecret) ?? readSecretFile(file) ?? make(dataDir, file),
    former:
      formerTokenSecret === 'lost'
        ? 'lost'
        : (setting(formerTokenSecret) ?? readSecretFile(join(dataDir, FORMER_FILE))),
  }
}

function setting(text: string | undefined): SecretReadings | undefined {
  if (text === undefined) return undefined
  const [asText, asBase64] = [Buffer.from(text), Buffer.from(text, 'base64')]
  return asBase64.length < BYTES ? [asText] : [asText, asBase64]
}

function readSecretFile(file: string): SecretReadings | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const asBase64 = Buffer.from(text.trim(), 'base64')
  if (asBase64.length < BYTES)
    throw new Error(
      `${file} is damaged; remove it and set TOKEN_SECRET_FORMER=lost, and everybody has to sign in again`,
    )
  return [asBase64, Buffer.from(text.trim())]
}

// Creates the file atomically with link(2): neither a kill nor a concurrent process leaves a partial or a second
// secret.
function make(dataDir: string, file: string): SecretReadings {
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
  const made = readSecretFile(file)
  if (!made) throw new Error(`${file} was removed while it was made`)
  return made
}
