import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const secrets = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('secret')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      // Unique, so that of two servers that start at once with two secrets one is refused; nulls are distinct.
      .addColumn('current', 'integer', (column) => column.unique())
      .addColumn('replaced_at', 'text')
      .execute()
  },
})
