import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Memberships of several practices, former staff, and staff values from the last export beside those of the practice.
 */
export const memberships = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('membership')
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addPrimaryKeyConstraint('membership_key', ['account_id', 'practice_id'])
      .execute()
    await db.schema.createIndex('membership_practice').on('membership').column('practice_id').execute()
    // Partial index, because most accounts belong to owners.
    await sql`create index account_practice on account (practice_id) where staff_role is not null`.execute(db)
    for (const column of ['first_name', 'last_name', 'practice_id', 'staff_role'])
      await db.schema.alterTable('account').addColumn(`imported_${column}`, 'text').execute()
    await sql`update account set imported_first_name = first_name, imported_last_name = last_name,
      imported_practice_id = practice_id, imported_staff_role = staff_role where staff_role is not null`.execute(db)
  },
})
