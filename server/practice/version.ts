import { sha256 } from '#server/http/keys.ts'
import { PRACTICE_COLUMNS, type PracticeColumn } from '#server/db/columns.ts'
import type { PracticeTable } from '#server/db/schema.ts'
import type { Selectable } from 'kysely'

/** Returns an entity tag of the fields that PUT changes. A new logo or a lock does not change the tag. */
export async function practiceVersion(row: Pick<Selectable<PracticeTable>, PracticeColumn>): Promise<string> {
  const hash = await sha256(JSON.stringify(Object.values(PRACTICE_COLUMNS).map((column) => row[column] || null)))
  return `"${hash.slice(0, 32)}"`
}

/**
 * Returns whether an `If-Match` header contains the version. A weak tag counts too, because a compressing proxy
 * makes tags weak.
 */
export function isMatch(ifMatch: string, version: string): boolean {
  return (
    ifMatch.trim() === '*' ||
    ifMatch
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .includes(version)
  )
}
