import { sql } from 'kysely'
import { freeText } from '#contract/search-words.ts'
import { FILL_BATCH_SIZE, fillIn } from '#server/db/in-batches.ts'
import { FOLDED, isUnfolded } from '#server/db/search-text.ts'
import type { Database } from '#server/db/schema.ts'

/**
 * Folds search texts of requests again that a server of an earlier version has folded. The names stay those of the
 * time of the request.
 */
export async function fillRequestSearch(ports: { db: Database; stopping?: AbortSignal | undefined }): Promise<void> {
  await fillIn(ports, fill)
}

async function fill(db: Database): Promise<number> {
  const rows = await db
    .selectFrom('request')
    .select(['uuid', 'search_text'])
    .where(isUnfolded('request.search_text'))
    .orderBy('uuid')
    .limit(FILL_BATCH_SIZE)
    .execute()
  if (rows.length === 0) return 0
  const values = sql.join(
    rows.map(({ uuid, search_text }) => sql`(${uuid}, ${FOLDED + freeText(search_text.split('\n'))})`),
  )
  await sql`with made (uuid, search_text) as (values ${values})
    update request set search_text = made.search_text from made
    where request.uuid = made.uuid and ${isUnfolded('request.search_text')}`.execute(db)
  return rows.length
}
