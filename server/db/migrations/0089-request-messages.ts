import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Messages in requests, with the turns of their conversation. */
export const requestMessages = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('request_message')
      .addColumn('uuid', key, (column) => column.primaryKey())
      .addColumn('request_uuid', key, (column) => column.notNull().references('request.uuid').onDelete('cascade'))
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('at', key, (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addUniqueConstraint('request_message_position', ['request_uuid', 'position'])
      .execute()
    await db.schema.createIndex('request_message_client').on('request_message').column('client_uuid').execute()
    await db.schema.alterTable('request').addColumn('turn_at', key).execute()
    await db.schema
      .alterTable('request')
      .addColumn('turn_number', isPostgres ? 'bigint' : 'integer')
      .execute()
    await db.schema.alterTable('request').addColumn('unread', 'integer').execute()
    await db.schema.alterTable('request_photo').addColumn('message_uuid', key).execute()
    await sql`create index request_turn on request (practice_id, coalesce(turn_at, sent_at))
      where state in ('sent', 'seen')`.execute(db)
  },
})
