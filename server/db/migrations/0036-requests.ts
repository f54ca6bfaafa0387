import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Requests of owners to their practice, with photos, and the practice's settings for requests. */
export const requests = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    const practice = 'practice.id'
    await db.schema
      .createTable('request')
      .addColumn('uuid', key, (column) => column.primaryKey())
      .addColumn('practice_id', 'text', (column) => column.notNull().references(practice).onDelete('cascade'))
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('patient_uuid', key)
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('sent_at', key, (column) => column.notNull())
      .addColumn('seen_at', key)
      .addColumn('closed_at', key)
      .addColumn('number', isPostgres ? 'bigint' : 'integer', (column) => column.notNull())
      .addColumn('former_uuid', key)
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('answer', 'text')
      .execute()
    const indexed = {
      request_list: ['practice_id', 'sent_at', 'uuid'],
      request_state: ['practice_id', 'state', 'sent_at', 'uuid'],
      request_number_of: ['practice_id', 'number'],
      request_client: ['client_uuid', 'sent_at', 'uuid'],
      request_kind: ['practice_id', 'kind', 'sent_at', 'uuid'],
      request_patient: ['patient_uuid', 'sent_at', 'uuid'],
      request_account: ['account_id', 'sent_at'],
    }
    for (const [name, columns] of Object.entries(indexed))
      await db.schema.createIndex(name).on('request').columns(columns).execute()
    await sql`create index request_waiting on request (practice_id, sent_at, uuid)
      where state in ('sent', 'seen')`.execute(db)
    await sql`create index request_waiting_kind on request (practice_id, kind, sent_at, uuid)
      where state in ('sent', 'seen')`.execute(db)
    await db.schema
      .createTable('request_count')
      .addColumn('practice_id', 'text', (column) => column.notNull().references(practice).onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('request_count_key', ['practice_id', 'kind', 'state'])
      .execute()
    await db.schema
      .createTable('request_number')
      .addColumn('practice_id', 'text', (column) => column.primaryKey().references(practice).onDelete('cascade'))
      .addColumn('number', isPostgres ? 'bigint' : 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('request_photo')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('request_uuid', key, (column) => column.references('request.uuid').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', key, (column) => column.notNull())
      .execute()
    for (const column of ['client_uuid', 'request_uuid', 'account_id', 'created_at'])
      await db.schema.createIndex(`request_photo_${column}`).on('request_photo').column(column).execute()
    await db.schema
      .createTable('request_settings')
      .addColumn('practice_id', 'text', (column) => column.primaryKey().references(practice).onDelete('cascade'))
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
  },
})
