import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Day of the last sign-in of staff. The column starts with the latest known sign-in or logged action of each account, because a
 * session lasts at most 12 hours.
 */
export const lastSignIn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('account').addColumn('last_sign_in_day', 'text').execute()
    await sql`update account set last_sign_in_day = (select substr(max(at), 1, 10) from (
        select max(signed_in_at) as at from session where account_id = account.id
        union all select max(last_used_at) from passkey where account_id = account.id
        union all select max(at) from audit where audit.practice_id = account.practice_id and account_id = account.id
      ) known) where staff_role is not null`.execute(db)
  },
}
