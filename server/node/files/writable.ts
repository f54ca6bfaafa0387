import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '#server/node/db/database.ts'
import { makePrivate } from './private-folder.ts'
import type { Settings } from '#server/node/settings.ts'

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
