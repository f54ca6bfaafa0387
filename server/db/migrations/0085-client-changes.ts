import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Change feed of clients for other systems. */
export const clientChanges = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('client_feed')
      .addColumn('practice_id', key, (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('client_change')
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('uuid', key, (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('client_change_key', ['practice_id', 'uuid'])
      .execute()
    await db.schema.createIndex('client_change_number').on('client_change').columns(['practice_id', 'number']).execute()
  },
})
