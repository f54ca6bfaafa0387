import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** WebAuthn credentials for signing in without a password. */
export const passkeys = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('passkey')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('credential_id', key, (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      // An unsigned 32-bit counter. Double precision stores integers of up to 53 bits on both engines.
      .addColumn('counter', 'double precision', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('passkey_account').on('passkey').column('account_id').execute()
  },
})
