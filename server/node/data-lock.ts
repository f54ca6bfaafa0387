import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Locks a data folder exclusively with an operating system lock on an empty SQLite database. The lock ends with the
 * returned function, or when the process ends for any reason. Returns undefined if another server or import holds the
 * lock.
 */
export function lockDataDir(dataDir: string, by: 'server' | 'import'): (() => void) | undefined {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, `${by}.lock`), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined
    throw error
  }
}
