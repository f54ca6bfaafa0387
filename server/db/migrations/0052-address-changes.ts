import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** E-mail addresses that an export changed and that are not confirmed yet. */
export const addressChanges = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('address_change')
      .addColumn('client_uuid', key, (column) => column.primaryKey().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('token_hash', key, (column) => column.unique())
      .addColumn('token_ends_at', key)
      .execute()
    await db.schema.createIndex('address_change_account').on('address_change').column('account_id').execute()
  },
})
