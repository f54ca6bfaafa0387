import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lease of the purge, an index of accounts that were never used, and keys that outlive the secret. */
export const purge = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['purger', 'lease_until'])
      await db.schema.alterTable('purge_clock').addColumn(column, 'text').execute()
    // Partial, so that the index is built quickly, because writes to accounts wait meanwhile.
    await sql`create index account_without_password on account (id)
      where password_hash is null and staff_role is null`.execute(db)
    await db.schema
      .createTable('address_key')
      .addColumn('purpose', engine === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .execute()
  },
})
