import { statfs } from 'node:fs/promises'
import type { Full } from '#server/ports.ts'
import type { Settings } from './settings.ts'

const LOOK_EVERY_MS = 1000

/**
 * Whether less is left on the disk of the data folder than is kept free, so that somebody can still make room there. That
 * matters to what is written to it: the embedded database, and files, of which the database keeps a note even where a bucket
 * has them. Looked at once a second at most.
 */
export function watchFreeSpace(
  { dataDir, databaseUrl, storage }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'storage'>,
  {
    least,
    free = freeBytes,
    now = () => performance.now(),
  }: { least: number; free?: typeof freeBytes; now?: () => number },
): Full {
  const isHere = { database: !databaseUrl, files: !databaseUrl || !storage }
  let lookedAt = -Infinity
  let isLow = Promise.resolve(false)

  return async (what) => {
    if (least === 0 || !isHere[what]) return false
    if (now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now()
      // A folder that cannot be looked at is for the write itself to find out.
      isLow = free(dataDir).then(
        (bytes) => bytes < least,
        () => false,
      )
    }
    return await isLow
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
