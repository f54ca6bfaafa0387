import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** File names of uploaded documents, bytes uploaded per account and day, and the row that tests whether writes work. */
export const uploads = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema.alterTable('file').addColumn('name', 'text').execute()
    await db.schema
      .createTable('upload_day')
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('day', key, (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('upload_day_key', ['account_id', 'day'])
      .execute()
    await db.schema
      .createTable('write_probe')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute()
  },
})
