import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { canonicalUsername } from '#contract/email.ts'

interface Usernames {
  account: { username: string }
  exported_staff: { username: string }
  removed_client: { username: string }
}

/** Brings user names into the form with an encoded host. A name that another row has in that form is left as it is. */
export const hosts = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<Usernames>) {
    // Few are not ASCII, and all others have no such host.
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
