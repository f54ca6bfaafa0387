import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Endpoints of other systems that receive events, and the queue of these events. */
export const webhooks = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('webhook_endpoint')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('types', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('former_secret', 'text')
      .addColumn('former_until', 'text')
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failing_since', 'text')
      .addColumn('not_before', 'text')
      .addColumn('lease_until', 'text')
      .execute()
    await db.schema.createIndex('webhook_endpoint_practice').on('webhook_endpoint').column('practice_id').execute()
    await db.schema
      .createTable('webhook_delivery')
      .addColumn('id', isPostgres ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('endpoint_id', key, (column) => column.notNull().references('webhook_endpoint.id').onDelete('cascade'))
      .addColumn('event_id', key, (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('subject_uuid', key)
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('tried_at', 'text')
      .addColumn('status', 'integer')
      .addColumn('error', 'text')
      .addColumn('ms', 'integer')
      .addColumn('excerpt', 'text')
      .execute()
    const indexed = { queue: ['endpoint_id', 'state', 'id'], list: ['endpoint_id', 'id'], subject: ['subject_uuid'] }
    for (const [name, columns] of Object.entries(indexed))
      await db.schema.createIndex(`webhook_delivery_${name}`).on('webhook_delivery').columns(columns).execute()
  },
})
