import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Retention periods of a practice, dry runs of removals, and records of removals. */
export const retention = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    const practice = 'practice.id'
    await db.schema
      .createTable('retention')
      .addColumn('practice_id', 'text', (column) => column.notNull().references(practice).onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('years', 'integer')
      .addColumn('removed_before', key)
      .addPrimaryKeyConstraint('retention_key', ['practice_id', 'kind'])
      .execute()
    await db.schema
      .createTable('rehearsal')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', 'text', (column) => column.notNull().references(practice).onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('made_at', key, (column) => column.notNull())
      .addColumn('cut_offs', 'text', (column) => column.notNull())
      .addColumn('counts', 'text')
      .addColumn('started_at', key)
      .addColumn('started_by', 'text')
      .addColumn('ended_at', key)
      .addColumn('removed', 'text')
      .addColumn('stayed', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('worker', 'text')
      .addColumn('lease_until', key)
      .execute()
    await db.schema
      .createIndex('rehearsal_number')
      .unique()
      .on('rehearsal')
      .columns(['practice_id', 'number'])
      .execute()
    await db.schema
      .createTable('rehearsed')
      .addColumn('rehearsal_id', key, (column) => column.notNull().references('rehearsal.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', key, (column) => column.notNull())
      .addColumn('client_uuid', key)
      .addColumn('removed', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('rehearsed_key', ['rehearsal_id', 'kind', 'id'])
      .execute()
    await db.schema.createIndex('rehearsed_client').on('rehearsed').column('client_uuid').execute()
  },
})
