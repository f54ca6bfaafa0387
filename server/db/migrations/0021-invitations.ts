import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** State of the invitation of each registered client, with counts. */
export const invitations = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('client').addColumn('activation', 'text').execute()
    await db.schema.alterTable('client').addColumn('mail_failure', 'text').execute()
    for (const column of ['activated', 'failed'])
      await db.schema
        .alterTable('client_count')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute()

    await sql`update client set mail_failure = (
        select m.reason from given_up_mail m where m.account_id = client.account_id and m.kind in ('activation', 'access')
          and (m.practice_id = client.practice_id or m.practice_id is null)
        order by m.given_up_at desc limit 1)
      where registered = 1 and account_id in (
        select account_id from given_up_mail where kind in ('activation', 'access'))`.execute(db)
    await sql`update client set activation = case
        when exists (select 1 from account a where a.id = client.account_id and a.password_hash is not null) then 'activated'
        when mail_failure is not null then 'failed' else 'invited' end
      where registered = 1`.execute(db)
    await sql`update client_count set
      activated = (select count(*) from client c where c.practice_id = client_count.practice_id
        and c.registered = 1 and c.activation = 'activated'),
      failed = (select count(*) from client c where c.practice_id = client_count.practice_id
        and c.registered = 1 and c.activation = 'failed')`.execute(db)

    // Covers a filtered list in its order; a search within the list also needs the name.
    await sql`create index client_activation on client (practice_id, activation, sort_name, uuid, search_name)
      where activation is not null`.execute(db)
    // The covering index (0001) must contain every column that a page shows.
    if (engine === 'sqlite') {
      await db.schema.dropIndex('client_list').execute()
      await sql`create index client_list on client (practice_id, registered, sort_name, uuid, search_name, locked,
        company_name, call_name, first_name, last_name, client_number, email, city, activation, mail_failure)`.execute(
        db,
      )
    }
  },
})
