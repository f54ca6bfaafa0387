import { statfs } from 'node:fs/promises'
import type { Full } from '#server/ports.ts'
import type { Settings } from '#server/node/settings.ts'
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '#server/node/db/database.ts'
import { makePrivate } from './private-folder.ts'

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

type Kept = Pick<Settings, 'dataDir' | 'databaseUrl' | 'storage' | 'smtpUrl'>

/**
 * Throws where the server could not write what it keeps in the data folder; not everything need be kept there. Nobody else may
 * read it.
 */
export function requireWritable({ dataDir, databaseUrl, storage, smtpUrl }: Kept): void {
  if (databaseUrl && storage && smtpUrl) return
  mkdirSync(dataDir, { recursive: true })
  const folders = [dataDir, ...(storage ? [] : [join(dataDir, 'files')]), ...(smtpUrl ? [] : [join(dataDir, 'outbox')])]
  for (const folder of folders.filter((each) => existsSync(each))) {
    const probe = join(folder, `.writable.${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  }
  // SQLite would open it for reading, without a word.
  if (!databaseUrl && existsSync(databaseFile(dataDir))) accessSync(databaseFile(dataDir), constants.W_OK)
  makePrivate(dataDir)
}
