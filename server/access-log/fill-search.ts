import { sql } from 'kysely'
import { FILLED_AT_ONCE, fillIn } from '#server/db/fill-in.ts'
import { isUnfolded } from '#server/db/folded.ts'
import type { Database } from '#server/db/schema.ts'
import { auditSearchText } from './write.ts'

/** Folds the names in entries that a server of an earlier version has written, with the current user name of their account. */
export async function fillAuditSearch(ports: { db: Database; stopping?: AbortSignal | undefined }): Promise<void> {
  await fillIn(ports, fill)
}

async function fill(db: Database): Promise<number> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .select((row) => [
      'audit.id',
      'audit.account_name',
      'audit.client_name',
      row.fn.coalesce('audit.account_username', 'account.username').as('account_username'),
    ])
    .where(isUnfolded('audit.search_text'))
    .orderBy('audit.id')
    .limit(FILLED_AT_ONCE)
    .execute()
  if (rows.length === 0) return 0
  const values = sql.join(
    rows.map((row) => sql`(cast(${row.id} as bigint), cast(${row.account_username} as text), ${auditSearchText(row)})`),
  )
  await sql`with made (id, account_username, search_text) as (values ${values})
    update audit set account_username = made.account_username, search_text = made.search_text from made
    where audit.id = made.id and ${isUnfolded('audit.search_text')}`.execute(db)
  return rows.length
}
