import { statfs } from 'node:fs/promises'
import type { Full } from './ports.ts'
import type { Settings } from './settings.ts'

const LOOK_EVERY_MS = 1000

type Room = (folder: string) => Promise<number>

/**
 * Whether the disk of the data folder has less left than is kept for whoever has to make room, for what is written there: the
 * embedded database, and files that no bucket takes. Looked at once a second at most.
 */
export function watchFreeSpace(
  { dataDir, databaseUrl, storage }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'storage'>,
  { least, room = freeBytes, now = () => performance.now() }: { least: number; room?: Room; now?: () => number },
): Full {
  const isHere = { database: !databaseUrl, files: !databaseUrl || !storage }
  let lookedAt = -Infinity
  let isLow = Promise.resolve(false)

  return async (what) => {
    if (least === 0 || !isHere[what]) return false
    if (now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now()
      // A folder that cannot be looked at is for the write itself to find out.
      isLow = room(dataDir).then(
        (free) => free < least,
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
