import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const mailWaits = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('outbox')
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('outbox').addColumn('refused_by', 'text').execute()
    await db.schema
      .createTable('given_up_mail')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', 'text', (column) => column.references('practice.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('given_up_at', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('given_up_mail_account').on('given_up_mail').column('account_id').execute()
  },
})
