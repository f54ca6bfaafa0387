import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when the clock has gone on steadily; one row. */
export const purgeClock = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('purge_clock')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addColumn('steady_since', 'text', (column) => column.notNull())
      .execute()
  },
})
