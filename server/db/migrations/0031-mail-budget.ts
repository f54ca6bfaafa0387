import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Number of mails that a practice sends per day, and the last mails to each e-mail address. */
export const mailBudget = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema.alterTable('outbox').addColumn('not_before', 'text').execute()
    await db.schema.alterTable('outbox').addColumn('counted_at', 'text').execute()
    await db.schema
      .createTable('mail_budget')
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('mail_budget_key', ['practice_id', 'day'])
      .execute()
    await db.schema
      .createTable('address_mail')
      .addColumn('address_hash', key, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text')
      .addPrimaryKeyConstraint('address_mail_key', ['address_hash', 'kind', 'practice_id'])
      .execute()
    await db.schema.createIndex('address_mail_practice').on('address_mail').column('practice_id').execute()
  },
})
