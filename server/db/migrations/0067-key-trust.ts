import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Key that sent each export, and admins proposed by exports. */
export const keyTrust = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    // No foreign key: an export must be recognised after its key is deleted.
    await db.schema.alterTable('import_run').addColumn('key_id', key).execute()
    await db.schema
      .createTable('staff_proposal')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('username', key, (column) => column.notNull())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addColumn('key_name', 'text')
      .addColumn('proposed_at', key, (column) => column.notNull())
      .addUniqueConstraint('staff_proposal_username', ['practice_id', 'username'])
      .execute()
  },
})
