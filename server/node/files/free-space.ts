import { statfs } from 'node:fs/promises'
import type { Full } from '#server/ports.ts'
import type { Settings } from '#server/node/settings.ts'
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '#server/node/db/database.ts'
import { restrictFolder } from './private-folder.ts'

const CHECK_INTERVAL_MS = 1000

/**
 * Returns a check whether the disk of the data folder has less free space than the reserve. The check concerns only
 * content on that disk: the SQLite database, exports, and files. Files in a bucket also count with SQLite, because each
 * adds a database row. Reads the free space at most once a second.
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
  let checkedAt = -Infinity
  let isLow = Promise.resolve(false)

  return async (what) => {
    if (least === 0 || !isHere[what]) return false
    if (now() - checkedAt >= CHECK_INTERVAL_MS) {
      checkedAt = now()
      // Ignored, because the write itself will report the error.
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

type StorageSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'storage' | 'smtpUrl'>

/**
 * Throws if the server cannot write to the data folder, then makes the folder private. A server whose database, files
 * and mails are all elsewhere needs no data folder.
 */
export function requireWritable({ dataDir, databaseUrl, storage, smtpUrl }: StorageSettings): void {
  if (databaseUrl && storage && smtpUrl) return
  mkdirSync(dataDir, { recursive: true })
  const folders = [dataDir, ...(storage ? [] : [join(dataDir, 'files')]), ...(smtpUrl ? [] : [join(dataDir, 'outbox')])]
  for (const folder of folders.filter((each) => existsSync(each))) {
    const probe = join(folder, `.writable.${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  }
  // SQLite silently opens a read-only file for reading.
  if (!databaseUrl && existsSync(databaseFile(dataDir))) accessSync(databaseFile(dataDir), constants.W_OK)
  restrictFolder(dataDir)
}
