import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Single row with the start of the period without a jump of the clock. */
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
