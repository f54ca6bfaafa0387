import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OF_OTHERS = 0o077
const STICKY = 0o1000
/** The database, its companions, its copies and the secrets. */
const OURS = /^(portal\.sqlite|token-secret)/

/** From now on this process makes files and folders that only its user can read. */
export function keepToUser(): void {
  process.umask(OF_OTHERS)
}

/** Takes from others what they may do in a data folder of before, or one that was restored. */
export function makePrivate(dataDir: string): void {
  if (process.platform === 'win32') return
  closeTo(dataDir)
  for (const name of readdirSync(dataDir)) if (OURS.test(name)) closeTo(join(dataDir, name))
}

function closeTo(path: string): void {
  const { mode } = statSync(path)
  // A folder such as /tmp is shared on purpose.
  if ((mode & OF_OTHERS) === 0 || (mode & STICKY) !== 0) return
  try {
    chmodSync(path, mode & 0o7777 & ~OF_OTHERS)
  } catch (error) {
    // Somebody else's, who has arranged it so, as a volume of a group's.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EROFS'))) throw error
  }
}
