import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const files = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('file')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
  },
})
