import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lets several clients of one practice have the same account. */
export const sharedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('client_account').execute()
    await db.schema.createIndex('client_account').on('client').columns(['account_id', 'practice_id']).execute()
  },
}
