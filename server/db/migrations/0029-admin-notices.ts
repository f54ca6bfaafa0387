import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const DAY_MS = 86_400_000
const KEY_DAYS = 365
/** Minimum remaining days of existing keys, so that admins are warned before a key ends. */
const LEAST_DAYS = 60

/** Adds an end and a maker to import keys, and details to mails. */
export const adminNotices = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema.alterTable('outbox').addColumn('details', 'text').execute()
    const addToKeys = () => db.schema.alterTable('import_key')
    await addToKeys()
      .addColumn('account_id', key, (column) => column.references('account.id').onDelete('set null'))
      .execute()
    for (const name of ['maker_left', 'end_told']) {
      await addToKeys()
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    }
    await addToKeys().addColumn('ends_at', 'text').execute()
    await db.schema.createIndex('import_key_account').on('import_key').column('account_id').execute()

    // The audit entry has the maker, because it was written in the same transaction.
    await sql`update import_key set account_id = (
      select min(a.account_id) from audit a join account on account.id = a.account_id
      where a.practice_id = import_key.practice_id and a.action = 'import-key-made' and a.at = import_key.made_at)`.execute(
      db,
    )
    await sql`update import_key set maker_left = 1 where account_id is not null
      and not exists (select 1 from account a
        where a.id = import_key.account_id and a.practice_id = import_key.practice_id and a.staff_role is not null)
      and not exists (select 1 from membership m
        where m.account_id = import_key.account_id and m.practice_id = import_key.practice_id and m.ended_at is null)`.execute(
      db,
    )
    const { rows } = await sql<{ id: string; made_at: string }>`select id, made_at from import_key`.execute(db)
    const least = Date.now() + LEAST_DAYS * DAY_MS
    for (const { id, made_at: madeAt } of rows) {
      const endsAt = new Date(Math.max(least, Date.parse(madeAt) + KEY_DAYS * DAY_MS)).toISOString()
      await sql`update import_key set ends_at = ${endsAt} where id = ${id}`.execute(db)
    }
  },
})
