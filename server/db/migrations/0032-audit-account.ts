import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** User name and search text of audit entries. Existing rows were filled in by a background task. */
export const auditAccount = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit').addColumn('account_username', 'text').execute()
    await db.schema.alterTable('audit').addColumn('search_text', 'text').execute()
    await sql`create index audit_unsearched on audit (id) where search_text is null`.execute(db)
  },
})
