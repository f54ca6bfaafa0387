import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Invitation links, one for each inviting practice, and practices' e-mail addresses to be confirmed by a link. */
export const invitationLinks = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('invitation_link')
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('token_hash', key, (column) => column.notNull().unique())
      .addColumn('is_offer', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('invitation_link_key', ['account_id', 'practice_id', 'way'])
      .execute()
    await db.schema.createIndex('invitation_link_practice').on('invitation_link').column('practice_id').execute()
    await db.schema
      .createTable('practice_mailbox')
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('address', key, (column) => column.notNull())
      .addColumn('token_hash', key, (column) => column.unique())
      .addColumn('token_ends_at', 'text')
      .addColumn('confirmed_at', 'text')
      .addPrimaryKeyConstraint('practice_mailbox_key', ['practice_id', 'address'])
      .execute()
  },
})
