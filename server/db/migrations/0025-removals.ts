import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Data of removed clients, kept while the removal can be undone. */
export const removals = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('removal')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('of_all', 'integer', (column) => column.notNull())
      .addColumn('ends_at', key, (column) => column.notNull())
      .addColumn('outcome', 'text')
      .execute()
    await db.schema.createIndex('removal_end').on('removal').column('ends_at').execute()
    await db.schema
      .createTable('removed_client')
      .addColumn('client_uuid', key, (column) => column.primaryKey().references('client.uuid').onDelete('cascade'))
      .addColumn('removal_id', key, (column) => column.notNull().references('removal.id').onDelete('cascade'))
      .addColumn('account_id', 'text')
      .addColumn('username', 'text')
      .addColumn('registered_at', 'text')
      .addColumn('activation', 'text')
      .addColumn('mail_failure', 'text')
      .addColumn('locked', 'integer', (column) => column.notNull())
      .addColumn('obstacle', 'text')
      .execute()
    await db.schema
      .createIndex('removed_client_removal')
      .on('removed_client')
      .columns(['removal_id', 'client_uuid'])
      .execute()
    await db.schema.createIndex('removed_client_account').on('removed_client').column('account_id').execute()
    // No foreign key, because the account is deleted. The account id keeps the collation it has elsewhere, or no index
    // would be used.
    await db.schema
      .createTable('removed_row')
      .addColumn('id', isPostgres ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('client_uuid', key, (column) => column.references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', 'text')
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('removed_row_client').on('removed_row').column('client_uuid').execute()
    await db.schema.createIndex('removed_row_account').on('removed_row').column('account_id').execute()
    await db.schema.alterTable('audit').addColumn('removal_id', 'text').execute()
  },
})
