import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** CSV files that admins upload, and the mappings of their columns. */
export const csvImports = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    const large = engine === 'postgres' ? 'bigint' : 'integer'
    await db.schema.alterTable('import_run').addColumn('csv', 'text').execute()
    await db.schema
      .alterTable('import_run')
      .addColumn('is_check', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('csv_mapping')
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('kind', key, (column) => column.notNull())
      .addColumn('mapping', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('csv_mapping_key', ['practice_id', 'kind'])
      .execute()
    await db.schema
      .createTable('csv_import')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('bytes', large, (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('uploaded_at', 'text', (column) => column.notNull())
      .addColumn('account_id', key)
      .addColumn('uploaded_by', 'text', (column) => column.notNull())
      .addColumn('layout', 'text', (column) => column.notNull())
      .addColumn('mapping', 'text')
      .addColumn('progress', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('result', 'text')
      .execute()
    await db.schema
      .createIndex('csv_import_practice')
      .on('csv_import')
      .columns(['practice_id', 'uploaded_at'])
      .execute()
  },
})
