import { rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

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
  return copy
}
