import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when the signed addresses of an account's files are good no more, which are kept nowhere. */
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
