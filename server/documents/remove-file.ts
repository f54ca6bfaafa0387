import type { Database } from '#server/db/schema.ts'
import type { Files } from '#server/ports.ts'

/** The file first: where this ends in between, its row leads to it again. */
export async function removeFile(db: Database, files: Files, key: string): Promise<void> {
  await files.remove(key)
  await db.deleteFrom('file').where('key', '=', key).execute()
}
