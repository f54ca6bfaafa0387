import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '#server/node/files/write-file-atomic.ts'

/** Backs up a SQLite database that may be in use (`vacuum into`); renamed once complete. */
export async function backupSqlite(file: string, now: Date): Promise<string> {
  const copy = `${file}.${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`
  const partial = `${file}.backup-partial`
  await rm(partial, { force: true })
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(partial)
  } finally {
    database.close()
  }
  await rename(partial, copy)
  await syncFolder(dirname(copy))
  return copy
}
