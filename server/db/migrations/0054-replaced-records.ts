import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keys of records that an export replaced; later exports may still contain those keys. */
export const replacedRecords = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('replaced_record')
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('former', key, (column) => column.notNull())
      .addColumn('key', key, (column) => column.notNull())
      .addPrimaryKeyConstraint('replaced_record_key', ['practice_id', 'kind', 'former'])
      .execute()
    await db.schema
      .createIndex('replaced_record_of')
      .on('replaced_record')
      .columns(['practice_id', 'kind', 'key'])
      .execute()
  },
})
