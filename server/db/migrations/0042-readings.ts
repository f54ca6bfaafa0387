import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Days on which an account or the practice's own system has read a client, and an index of audit entries by client. */
export const readings = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('client_reading')
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('day', key, (column) => column.notNull())
      .addColumn('account_id', key, (column) => column.notNull())
      .addColumn('key_name', key, (column) => column.notNull())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('client_reading_key', ['client_uuid', 'day', 'account_id', 'key_name'])
      .execute()
    await db.schema
      .createIndex('client_reading_practice')
      .on('client_reading')
      .columns(['practice_id', 'day'])
      .execute()
    await db.schema.createIndex('client_reading_account').on('client_reading').columns(['account_id', 'day']).execute()
    await sql`create index audit_client on audit (client_uuid, at) where client_uuid is not null`.execute(db)
  },
})
