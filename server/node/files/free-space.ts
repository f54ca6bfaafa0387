import { statfs } from 'node:fs/promises'
import type { Full } from '#server/ports.ts'
import type { Settings } from '#server/node/settings.ts'

const LOOK_EVERY_MS = 1000

/**
 * Whether the data folder's disk has less than the reserve free. Applies to what is written there: the SQLite database, and files,
 * even in a bucket, as each has a row in the database. Checked at most once a second.
 */
export function watchFreeSpace(
  { dataDir, databaseUrl, storage }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'storage'>,
  {
    least,
    free = freeBytes,
    now = () => performance.now(),
  }: { least: number; free?: typeof freeBytes; now?: () => number },
): Full {
  const isHere = { database: !databaseUrl, files: !databaseUrl || !storage, imports: true }
  let lookedAt = -Infinity
  let isLow = Promise.resolve(false)

  return async (what) => {
    if (least === 0 || !isHere[what]) return false
    if (now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now()
      // An error here is left to the write itself.
      isLow = free(dataDir).then(
        (bytes) => bytes < least,
        () => false,
      )
    }
    return await isLow
  }
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
