import type { Database } from '#server/db/schema.ts'
import type { Files } from '#server/ports.ts'

/** Removes a file before its row, so that the row still names the file if the removal stops in between. */
export async function removeFile(db: Database, files: Files, key: string): Promise<void> {
  await files.remove(key)
  await db.deleteFrom('file').where('key', '=', key).execute()
}
