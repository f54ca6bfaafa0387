import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Existing accounts that were invited as staff of a practice and have not opened it yet. */
export const staffInvitations = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('staff_invitation')
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addPrimaryKeyConstraint('staff_invitation_key', ['account_id', 'practice_id'])
      .execute()
    await db.schema.createIndex('staff_invitation_practice').on('staff_invitation').column('practice_id').execute()
  },
})
