import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One-time codes by which a portal without a practice gets its first one. */
export const setup = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('setup_code')
      .addColumn('code_hash', engine === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.primaryKey())
      .addColumn('admin_id', 'text', (column) => column.notNull())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .addColumn('wrong', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
})
