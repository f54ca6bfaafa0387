import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keys with which practice systems send exports, and the exports sent. */
export const importFeed = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    const large = engine === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('import_key')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', key, (column) => column.notNull().unique())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('made_by', 'text')
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('import_key_practice').on('import_key').column('practice_id').execute()
    await db.schema
      .createTable('import_run')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('sequence', large, (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('bytes', large, (column) => column.notNull())
      .addColumn('key_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text')
      .addColumn('ended_at', 'text')
      .addColumn('changes', 'text')
      .addColumn('problems', 'text')
      .addColumn('server', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('import_run_sequence')
      .on('import_run')
      .columns(['practice_id', 'sequence'])
      .unique()
      .execute()
    await sql`create index import_run_unfinished on import_run (received_at)
      where state in ('waiting', 'running')`.execute(db)
  },
})
