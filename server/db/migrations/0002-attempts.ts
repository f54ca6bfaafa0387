import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

// Stored in the database, so that neither a restart nor a second server resets the rate limits.
export const attempts = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('attempt')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('delayed_until', 'text')
      .addColumn('forgotten_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('attempt_age').on('attempt').column('forgotten_at').execute()
  },
})
