import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Name of a member of staff as each practice typed it, and whether the person chose their own name. A chosen name
 * applies in all practices. Practices keep the names that they have shown until now.
 */
export const staffNames = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('staff_name')
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addPrimaryKeyConstraint('staff_name_key', ['account_id', 'practice_id'])
      .execute()
    // Null means 0: accounts that an earlier version archived are restored without this column.
    await db.schema.alterTable('account').addColumn('own_name', 'integer').execute()
    await sql`insert into staff_name (account_id, practice_id, first_name, last_name)
      select id, practice_id, first_name, last_name from account where practice_id is not null and staff_role is not null`.execute(
      db,
    )
    await sql`insert into staff_name (account_id, practice_id, first_name, last_name)
      select m.account_id, m.practice_id, case when m.ended_at is null then a.first_name else m.first_name end,
        case when m.ended_at is null then a.last_name else m.last_name end
      from membership m join account a on a.id = m.account_id where 1 = 1 on conflict do nothing`.execute(db)
    await sql`insert into staff_name (account_id, practice_id, first_name, last_name)
      select account_id, practice_id, first_name, last_name from staff_offer where 1 = 1 on conflict do nothing`.execute(
      db,
    )
    await sql`update account set own_name = 1
      where id in (select account_id from audit where action = 'renamed' and account_id is not null)`.execute(db)
  },
})
