import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a practice was imported last: a small index, without which all of its trail would be read. */
export const imports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('audit_imported')
      .on('audit')
      .columns(['practice_id', 'at'])
      .where(sql.ref('action'), '=', sql.lit('imported'))
      .execute()
  },
}
