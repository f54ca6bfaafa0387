import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A small index for the time of a practice's last import, which avoids scanning all audit entries. */
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
