import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OF_OTHERS = 0o077
const STICKY = 0o1000
/** The database, its write-ahead log, its backups and the secrets. */
const PORTAL_FILES = /^(portal\.sqlite|token-secret)/

export function restrictNewFiles(): void {
  process.umask(OF_OTHERS)
}

/** Removes the permissions of other users from an existing or restored data folder. */
export function restrictFolder(dataDir: string): void {
  if (process.platform === 'win32') return
  removePermissions(dataDir)
  for (const name of readdirSync(dataDir)) if (PORTAL_FILES.test(name)) removePermissions(join(dataDir, name))
}

function removePermissions(path: string): void {
  const { mode } = statSync(path)
  // A folder such as /tmp is shared on purpose.
  if ((mode & OF_OTHERS) === 0 || (mode & STICKY) !== 0) return
  try {
    chmodSync(path, mode & 0o7777 & ~OF_OTHERS)
  } catch (error) {
    // The file belongs to another user or a read-only disk, for example a shared volume of a group.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EROFS'))) throw error
  }
}
