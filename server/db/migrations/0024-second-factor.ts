import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Second factors of staff, and whether their practice requires one. */
export const secondFactor = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    const ofAccount = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('account_id', key, (column) => column.notNull().references('account.id').onDelete('cascade'))
    await ofAccount('totp')
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('last_step', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('totp_key', ['account_id'])
      .execute()
    await ofAccount('recovery_code')
      .addColumn('hash', key, (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'hash'])
      .execute()
    const addNumber = (table: string, name: string, value: number) =>
      db.schema
        .alterTable(table)
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
        .execute()
    await addNumber('practice', 'second_factor', 0)
    await addNumber('session', 'factors', 1)
    await addNumber('session', 'limited', 0)
  },
})
