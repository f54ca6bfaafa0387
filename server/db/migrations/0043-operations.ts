import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Corrects clients wrongly marked as invited; adds the size and practice of files, and the quotas of practices. */
export const operations = (): Migration => ({
  async up(db: Kysely<unknown>) {
    // An invitation mail leaves a password link until a password is chosen. A client with a password, or invited in the
    // portal, was invited.
    await sql`update client set activation = 'not-invited'
      where activation = 'invited' and mail_failure is null and invited_at is null
        and exists (select 1 from account a where a.id = client.account_id and a.password_hash is null)
        and not exists (select 1 from password_link l where l.account_id = client.account_id)
        and not exists (select 1 from outbox o where o.account_id = client.account_id)
        and not exists (select 1 from audit t where t.client_uuid = client.uuid
          and t.action in ('registered', 'invited-again', 'email-changed'))`.execute(db)
    await sql`create index client_not_invited on client (practice_id) where activation = 'not-invited' and locked = 0`.execute(
      db,
    )

    await db.schema.alterTable('file').addColumn('practice_id', 'text').execute()
    await db.schema.alterTable('file').addColumn('bytes', 'bigint').execute()
    await db.schema.createIndex('file_practice').on('file').columns(['practice_id', 'bytes']).execute()
    await sql`create index file_unmeasured on file (key) where bytes is null`.execute(db)
    await db.schema.alterTable('practice').addColumn('most_clients', 'integer').execute()
    await db.schema.alterTable('practice').addColumn('most_bytes', 'bigint').execute()
  },
})
