import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Estimates of practices, and the answers of owners to them. */
export const estimates = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('estimate')
      .addColumn('uuid', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.references('practice.id').onDelete('cascade'))
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('patient_uuid', key)
      .addColumn('date', key, (column) => column.notNull())
      .addColumn('valid_until', key, (column) => column.notNull())
      .addColumn('withdrawn', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('from_portal', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('hash', 'text')
      .addColumn('sent_at', key)
      .addColumn('changed_at', key)
      .addColumn('withdrawn_at', key)
      .addColumn('number', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('reminded', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lapsed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    const indexed = {
      client: ['client_uuid', 'date'],
      practice: ['practice_id', 'date'],
      number: ['practice_id', 'number'],
      ending: ['lapsed', 'valid_until'],
    }
    for (const [name, columns] of Object.entries(indexed))
      await db.schema.createIndex(`estimate_by_${name}`).on('estimate').columns(columns).execute()
    await db.schema
      .createTable('estimate_answer')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('estimate_uuid', key, (column) => column.notNull().references('estimate.uuid').onDelete('cascade'))
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key)
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('answered_at', key, (column) => column.notNull())
      .addColumn('answered_by', 'text')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('file_hash', 'text')
      .addColumn('text', 'text')
      .addColumn('void_at', key)
      .execute()
    await db.schema.createIndex('estimate_answer_client').on('estimate_answer').column('client_uuid').execute()
    await db.schema.createIndex('estimate_answer_estimate').on('estimate_answer').column('estimate_uuid').execute()
    // At most one answer is not void, also if two arrive at once.
    await sql`create unique index estimate_answer_present on estimate_answer (estimate_uuid) where void_at is null`.execute(
      db,
    )
    await db.schema
      .createTable('estimate_number')
      .addColumn('practice_id', key, (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('estimate_settings')
      .addColumn('practice_id', key, (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
  },
})
