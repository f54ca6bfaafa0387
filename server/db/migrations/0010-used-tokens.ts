import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Used tokens of single sign-on, where each token works once. */
export const usedTokens = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('used_token')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()
  },
})
