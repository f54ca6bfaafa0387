import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { canonicalUsername } from '#contract/email.ts'

interface Usernames {
  account: { username: string }
  exported_staff: { username: string }
  removed_client: { username: string }
}

/**
 * Converts user names to the form with an encoded host. A name stays unchanged if another row already has that form.
 */
export const hosts = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<Usernames>) {
    // ASCII names need no encoding, and few names are not ASCII.
    const bytes = engine === 'postgres' ? sql`octet_length(username)` : sql`length(cast(username as blob))`
    for (const table of ['account', 'exported_staff', 'removed_client'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('username')
        .distinct()
        .where(sql<boolean>`(${bytes} > length(username) or username like '%.')`)
        .execute()
      for (const { username } of rows) {
        const canonical = canonicalUsername(username)
        if (canonical === username) continue
        const isTaken =
          table !== 'removed_client' &&
          (await db.selectFrom(table).select('username').where('username', '=', canonical).executeTakeFirst())
        if (!isTaken)
          await db.updateTable(table).set({ username: canonical }).where('username', '=', username).execute()
      }
    }
  },
})
