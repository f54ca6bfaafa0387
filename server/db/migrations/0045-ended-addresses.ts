import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Time before which the signed file URLs of an account are revoked; the URLs themselves are not stored. */
export const endedAddresses = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('ended_address')
      .addColumn('account_id', key, (column) => column.primaryKey())
      .addColumn('ended_at', key, (column) => column.notNull())
      .execute()
  },
})
