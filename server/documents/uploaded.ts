import type { Database } from '#server/db/schema.ts'
import { type DocumentId, documentKey } from './types.ts'

/** Which documents have a file that the practice uploaded, in one query. */
export async function uploadedKeys(db: Database, documents: readonly DocumentId[]): Promise<Set<string>> {
  if (documents.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('key').where('key', 'in', documents.map(documentKey)).execute()
  return new Set(rows.map(({ key }) => key))
}
