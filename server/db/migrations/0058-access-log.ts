import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isUnfolded } from '#server/db/search-text.ts'

/**
 * Stores reads in the table `audit`, once per reader, client and day; `audit_name` contains the distinct names for
 * searching. `access-log/upgrade.ts` moves the rows of `client_reading` in the background, because there may be many.
 */
export const accessLog = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema.alterTable('audit').addColumn('day', key).execute()
    await sql`create unique index audit_read on audit (client_uuid, day, coalesce(account_id, ''), coalesce(details, ''))
      where action = 'read'`.execute(db)
    await sql`create index audit_change on audit (practice_id, at, id) where action <> 'read'`.execute(db)
    await db.schema.createIndex('audit_action').on('audit').columns(['practice_id', 'action', 'at', 'id']).execute()
    await db.schema
      .createIndex('audit_account')
      .on('audit')
      .columns(['practice_id', 'account_id', 'at', 'id'])
      .execute()
    // The search text of audit entries is no longer used.
    await db.schema.dropIndex('audit_unfolded').execute()

    await db.schema
      .createTable('audit_name')
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      // Has the same collation as the ids in `audit`, or no index would be used.
      .addColumn('party_id', 'text', (column) => column.notNull())
      .addColumn('name', key, (column) => column.notNull())
      .addColumn('username', key, (column) => column.notNull())
      .addColumn('search_text', 'text')
      .addPrimaryKeyConstraint('audit_name_key', ['practice_id', 'kind', 'party_id', 'name', 'username'])
      .execute()
    await sql`insert into audit_name (practice_id, kind, party_id, name, username)
      select distinct practice_id, 'client', client_uuid, client_name, '' from audit
        where client_uuid is not null and client_name is not null
      union select distinct a.practice_id, 'account', a.account_id, coalesce(a.account_name, ''),
        coalesce(a.account_username, account.username, '')
        from audit a left join account on account.id = a.account_id where a.account_id is not null`.execute(db)
    await sql`create index audit_name_unfolded on audit_name (practice_id) where ${isUnfolded('search_text')}`.execute(
      db,
    )
  },
})
