import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Offers of memberships, and the staff in the last export of a practice. Memberships become offers for people
 * without a password or any activity. Invited existing accounts that have not opened the practice yet also become offers.
 */
export const staffOffers = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('staff_offer')
      .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addColumn('offered_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('staff_offer_key', ['account_id', 'practice_id'])
      .execute()
    await db.schema.createIndex('staff_offer_practice').on('staff_offer').column('practice_id').execute()
    await db.schema
      .createTable('exported_staff')
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('username', key, (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addPrimaryKeyConstraint('exported_staff_key', ['practice_id', 'username'])
      .execute()
    await sql`insert into exported_staff (practice_id, username, role, first_name, last_name)
      select imported_practice_id, username, imported_staff_role, imported_first_name, imported_last_name from account
      where imported_staff_role is not null
        and exists (select 1 from practice p where p.id = imported_practice_id)`.execute(db)

    await db.schema.alterTable('membership').addColumn('first_name', 'text').execute()
    await db.schema.alterTable('membership').addColumn('last_name', 'text').execute()
    await db.schema.alterTable('membership').addColumn('declined', 'integer').execute()
    await sql`update membership set
        first_name = (select first_name from account a where a.id = account_id),
        last_name = (select last_name from account a where a.id = account_id)
      where ended_at is not null`.execute(db)
    await db.schema.alterTable('password_link').addColumn('practice_id', key).execute()

    await offerUnaccepted(db)
  },
})

async function offerUnaccepted(db: Kysely<unknown>): Promise<void> {
  const now = new Date().toISOString()
  const work = sql`(
    select id as account_id, practice_id, staff_role as role from account where staff_role is not null
    union all select account_id, practice_id, role from membership where ended_at is null)`
  await sql`insert into staff_offer (account_id, practice_id, role, first_name, last_name, offered_at)
    select w.account_id, w.practice_id, w.role, i.first_name, i.last_name, ${now}
    from staff_invitation i join ${work} w on w.account_id = i.account_id and w.practice_id = i.practice_id`.execute(db)
  await sql`insert into staff_offer (account_id, practice_id, role, first_name, last_name, offered_at)
    select w.account_id, w.practice_id, w.role, a.first_name, a.last_name, ${now}
    from account a join ${work} w on w.account_id = a.id
    where a.password_hash is null
      and not exists (select 1 from passkey p where p.account_id = a.id)
      and not exists (select 1 from session s where s.account_id = a.id)
      and a.id not in (select account_id from audit where account_id is not null)
      and not exists (select 1 from staff_offer o where o.account_id = w.account_id and o.practice_id = w.practice_id)`.execute(
    db,
  )
  const isOffered = (table: string, account: string) => sql`exists (select 1 from staff_offer o
    where o.account_id = ${sql.ref(`${table}.${account}`)} and o.practice_id = ${sql.ref(`${table}.practice_id`)})`
  await sql`delete from membership where ended_at is null and ${isOffered('membership', 'account_id')}`.execute(db)
  // If the first practice is only offered, an active membership of another practice replaces it.
  const next = (column: string) => sql`(select ${sql.ref(`m.${column}`)} from membership m
    where m.account_id = account.id and m.ended_at is null order by m.practice_id limit 1)`
  await sql`update account set practice_id = ${next('practice_id')}, staff_role = ${next('role')}
    where staff_role is not null and ${isOffered('account', 'id')}`.execute(db)
  await sql`delete from membership where ended_at is null and exists (
    select 1 from account a where a.id = account_id and a.practice_id = membership.practice_id)`.execute(db)
}
