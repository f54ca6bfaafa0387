import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Exclusive lock on a data folder, until the returned function is called or the process ends, however it ends: an operating system
 * lock on an empty SQLite database. Undefined if another server, or another import, holds it.
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
