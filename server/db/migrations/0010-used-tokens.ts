import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tokens of single sign-on that were used, where each is good once. */
export const usedTokens = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('used_token')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
  },
})
