import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Weekly reminder mails: subscriptions, reminders already mailed, and the number of mails sent. */
export const reminderMails = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .alterTable('practice')
      .addColumn('reminder_mails', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('reminder_subscription')
      .addColumn('client_uuid', key, (column) => column.primaryKey().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('subscribed_at', 'text', (column) => column.notNull())
      .addColumn('week', key, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('reminder_subscription_account')
      .on('reminder_subscription')
      .column('account_id')
      .execute()
    await db.schema.createIndex('reminder_subscription_week').on('reminder_subscription').column('week').execute()
    await db.schema
      .createTable('mailed_reminder')
      .addColumn('client_uuid', key, (column) =>
        column.notNull().references('reminder_subscription.client_uuid').onDelete('cascade'),
      )
      .addColumn('uuid', key, (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('late', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('mailed_reminder_key', ['client_uuid', 'uuid'])
      .execute()
    await db.schema
      .createTable('reminder_mail_count')
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('week', key, (column) => column.notNull())
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('reminder_mail_count_key', ['practice_id', 'week'])
      .execute()
  },
})
