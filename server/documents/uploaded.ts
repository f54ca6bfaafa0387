import type { Database } from '#server/db/schema.ts'
import { type PaperId, paperKey } from './types.ts'

/** Which of some papers have a file of the practice's own: one question for all of them. */
export async function storedKeys(db: Database, papers: readonly PaperId[]): Promise<Set<string>> {
  if (papers.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('key').where('key', 'in', papers.map(paperKey)).execute()
  return new Set(rows.map(({ key }) => key))
}
