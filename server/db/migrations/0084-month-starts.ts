import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts of animals and clients at the start of this month and of last month, for the comparison of the figures. */
export const monthStarts = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    let table = db.schema
      .createTable('month_start')
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('month', key, (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
    for (const count of ['animals', 'clients', 'users', 'invited'])
      table = table.addColumn(count, 'integer', (column) => column.notNull())
    await table.addPrimaryKeyConstraint('month_start_key', ['practice_id', 'month']).execute()
  },
})
