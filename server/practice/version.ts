import { sha256 } from '#server/http/keys.ts'
import { PRACTICE_COLUMNS, type PracticeColumn } from '#server/db/columns.ts'
import type { PracticeTable } from '#server/db/schema.ts'
import type { Selectable } from 'kysely'

/** An entity tag of what PUT changes, so that a new logo or a lock makes no change of the rest stale. */
export async function practiceVersion(row: Pick<Selectable<PracticeTable>, PracticeColumn>): Promise<string> {
  const hash = await sha256(JSON.stringify(Object.values(PRACTICE_COLUMNS).map((column) => row[column] || null)))
  return `"${hash.slice(0, 32)}"`
}

/** Whether an `If-Match` header names the version. A proxy that compresses makes a tag weak, which says nothing of ours. */
export function isMatch(ifMatch: string, version: string): boolean {
  return (
    ifMatch.trim() === '*' ||
    ifMatch
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .includes(version)
  )
}
