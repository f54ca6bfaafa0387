import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Turns of the practices that send exports, sequence numbers that may be reused, and warnings of an import. */
export const feedTurns = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    for (const column of ['warnings', 'reset_at'])
      await db.schema.alterTable('import_run').addColumn(column, 'text').execute()
    await db.schema
      .createTable('import_turn')
      .addColumn('practice_id', key, (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('began_at', 'text', (column) => column.notNull())
      .execute()
  },
})
