import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Postal invitations with a registration code, for clients without an e-mail address. */
export const letters = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('letter')
      .addColumn('client_uuid', key, (column) => column.primaryKey().references('client.uuid').onDelete('cascade'))
      .addColumn('code_hash', key, (column) => column.notNull().unique())
      .addColumn('ends_at', key, (column) => column.notNull())
      .addColumn('account_id', key, (column) => column.references('account.id').onDelete('set null'))
      .addColumn('token_hash', key, (column) => column.unique())
      .addColumn('token_ends_at', key)
      .execute()
    await db.schema.createIndex('letter_end').on('letter').column('ends_at').execute()
    await db.schema.createIndex('letter_account').on('letter').column('account_id').execute()
  },
})
