import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Links by which owners share animals' data. */
export const sharedCards = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('shared_card')
      .addColumn('uuid', key, (column) => column.primaryKey())
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('patient_uuid', key, (column) => column.notNull())
      .addColumn('secret_hash', key, (column) => column.notNull().unique())
      .addColumn('parts', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('created_at', key, (column) => column.notNull())
      .addColumn('ends_at', key, (column) => column.notNull())
      .addColumn('opened_at', key)
      .execute()
    await db.schema.createIndex('shared_card_client').on('shared_card').column('client_uuid').execute()
    await db.schema.createIndex('shared_card_account').on('shared_card').column('account_id').execute()
    await db.schema.createIndex('shared_card_end').on('shared_card').column('ends_at').execute()
  },
})
