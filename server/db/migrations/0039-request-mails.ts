import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const MAILS = ['outbox', 'given_up_mail'] as const

/** Mails to e-mail addresses without an account, notifications about requests, and the purpose of keys. */
export const requestMails = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    for (const table of MAILS) {
      if (isPostgres) {
        await db.schema
          .alterTable(table)
          .alterColumn('account_id', (column) => column.dropNotNull())
          .execute()
      } else await allowNoAccount(db, table)
      await db.schema.alterTable(table).addColumn('address', 'text').execute()
    }
    await db.schema
      .createTable('request_notice')
      .addColumn('practice_id', 'text', (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('told_number', isPostgres ? 'bigint' : 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('told_at', 'text')
      .addColumn('overdue_told_on', 'text')
      .execute()
    await db.schema
      .alterTable('import_key')
      .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('import'))
      .execute()
  },
})

/**
 * Recreates the table with `account_id` nullable, because SQLite cannot alter a column. No other table refers to it.
 */
async function allowNoAccount(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null`.execute(db)
  const made = (type: string) => rows.filter((row) => row.type === type).map((row) => row.sql)
  const former = `${table}_former`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(former)}`.execute(db)
  for (const statement of made('table'))
    await sql.raw(statement.replace('"account_id" text not null', '"account_id" text')).execute(db)
  await sql`insert into ${sql.table(table)} select * from ${sql.table(former)}`.execute(db)
  await sql`drop table ${sql.table(former)}`.execute(db)
  for (const statement of made('index')) await sql.raw(statement).execute(db)
}
