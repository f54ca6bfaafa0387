import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Times of the last successful backup, purge and retention run, for the metrics. */
export const lastSuccess: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('last_success')
      .addColumn('work', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute()
  },
}
