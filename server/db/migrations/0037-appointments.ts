import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Appointments from exports and from answers to requests, and their versions published in calendars. */
export const appointments = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const sorted = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('appointment')
      .addColumn('uuid', sorted, (column) => column.primaryKey())
      // Cascades, because a server of the previous version can erase a client without knowing this table.
      .addColumn('client_uuid', sorted, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('start', sorted, (column) => column.notNull())
      .addColumn('ends_at', sorted, (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reminder_uuid', sorted)
      .addColumn('request_uuid', sorted)
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('appointment_list')
      .on('appointment')
      .columns(['client_uuid', 'start', 'uuid'])
      .execute()
    await sql`create index appointment_reminder on appointment (client_uuid, reminder_uuid, start)
      where status = 'BOOKED' and reminder_uuid is not null`.execute(db)
    await db.schema
      .createTable('calendar_appointment')
      .addColumn('client_uuid', sorted, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('uuid', sorted, (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('calendar_appointment_key', ['client_uuid', 'uuid'])
      .execute()
    await sql`create index appointment_request on appointment (request_uuid) where request_uuid is not null`.execute(db)
  },
})
