import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Calendars that owners subscribe to, and the events published in them. */
export const calendar = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('calendar_feed')
      .addColumn('client_uuid', key, (column) => column.primaryKey().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('id', key, (column) => column.notNull().unique())
      .execute()
    await db.schema.createIndex('calendar_feed_account').on('calendar_feed').column('account_id').execute()
    await db.schema
      .createTable('calendar_event')
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('uuid', key, (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('cancelled', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('calendar_event_key', ['client_uuid', 'uuid'])
      .execute()
  },
})
