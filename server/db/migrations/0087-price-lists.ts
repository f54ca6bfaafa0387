import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Published versions of the price list of a practice. */
export const priceLists = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('price_list')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('valid_from', 'text', (column) => column.notNull())
      .addColumn('published_at', 'text', (column) => column.notNull())
      .addColumn('published_by', 'text')
      .addColumn('key_name', 'text')
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('items', 'text', (column) => column.notNull())
      .addUniqueConstraint('price_list_version', ['practice_id', 'version'])
      .execute()
  },
})
