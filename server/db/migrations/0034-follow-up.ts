import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Last invitation of each client and last visit to the practice, with indexes for the follow-up lists of staff. */
export const followUp: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['invited_at', 'last_opened_at'])
      await db.schema.alterTable('client').addColumn(column, 'text').execute()
    // A server of the previous version does not write `invited_at`.
    await sql`create index client_unanswered on client (practice_id, coalesce(invited_at, registered_at))
      where activation = 'invited' and locked = 0`.execute(db)
    await sql`create index client_without_email on client (practice_id, sort_name, uuid)
      where registered = 0 and email is null`.execute(db)
    await sql`create index import_run_failed on import_run (practice_id, received_at)
      where state in ('refused', 'interrupted')`.execute(db)
  },
}
