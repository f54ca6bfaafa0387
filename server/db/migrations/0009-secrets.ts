import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const secrets = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('secret')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      // Unique: if two servers start with different secrets at the same time, one of them fails. Nulls are distinct.
      .addColumn('current', 'integer', (column) => column.unique())
      .addColumn('replaced_at', 'text')
      .execute()
  },
})
