import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { canonicalUsername } from '#contract/email.ts'

interface Accounts {
  account: { id: string; username: string }
}

/**
 * Converts user names to their canonical form. A name stays unchanged if another account already has the canonical
 * form.
 */
export const usernames = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<Accounts>) {
    // ASCII names are canonical already, and few names are not ASCII.
    const bytes = engine === 'postgres' ? sql`octet_length(username)` : sql`length(cast(username as blob))`
    const rows = await db
      .selectFrom('account')
      .select(['id', 'username'])
      .where(sql<boolean>`${bytes} > length(username)`)
      .execute()
    for (const { id, username } of rows) {
      const canonical = canonicalUsername(username)
      const isTaken = await db.selectFrom('account').select('id').where('username', '=', canonical).executeTakeFirst()
      if (!isTaken) await db.updateTable('account').set({ username: canonical }).where('id', '=', id).execute()
    }
  },
})
