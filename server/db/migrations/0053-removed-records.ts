import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Archive of records that an export removed. The archive of a client's registration is no longer deleted with the
 * client's row.
 */
export const removedRecords = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    if (isPostgres) {
      for (const table of ['removed_client', 'removed_row'])
        await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_client_uuid_fkey`)}`.execute(db)
    } else await withoutForeignKeys(db)
    await db.schema
      .createTable('removed_record')
      .addColumn('id', isPostgres ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('removal_id', key, (column) => column.notNull().references('removal.id').onDelete('cascade'))
      .addColumn('source', key, (column) => column.notNull())
      .addColumn('key', key, (column) => column.notNull())
      .addColumn('client_uuid', key, (column) => column.notNull())
      .addColumn('named', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
    const indexed = { removal: ['removal_id', 'source', 'id'], client: ['client_uuid'], key: ['key'] }
    for (const [name, columns] of Object.entries(indexed))
      await db.schema.createIndex(`removed_record_${name}`).on('removed_record').columns(columns).execute()
    await db.schema
      .createTable('kept_record')
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', key, (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_record_key', ['practice_id', 'kind', 'key'])
      .execute()
  },
})

/** Recreates the tables, because SQLite cannot drop a foreign key. */
async function withoutForeignKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removed_client_new')
    .addColumn('client_uuid', 'text', (column) => column.primaryKey())
    .addColumn('removal_id', 'text', (column) => column.notNull().references('removal.id').onDelete('cascade'))
    .addColumn('account_id', 'text')
    .addColumn('username', 'text')
    .addColumn('registered_at', 'text')
    .addColumn('activation', 'text')
    .addColumn('mail_failure', 'text')
    .addColumn('locked', 'integer', (column) => column.notNull())
    .addColumn('obstacle', 'text')
    .execute()
  await db.schema
    .createTable('removed_row_new')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('client_uuid', 'text')
    .addColumn('account_id', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .execute()
  for (const table of ['removed_client', 'removed_row']) {
    const [former, next] = [sql.table(table), sql.table(`${table}_new`)]
    await sql`insert into ${next} select * from ${former}`.execute(db)
    await sql`drop table ${former}`.execute(db)
    await sql`alter table ${next} rename to ${former}`.execute(db)
  }
  await db.schema
    .createIndex('removed_client_removal')
    .on('removed_client')
    .columns(['removal_id', 'client_uuid'])
    .execute()
  await db.schema.createIndex('removed_client_account').on('removed_client').column('account_id').execute()
  await db.schema.createIndex('removed_row_client').on('removed_row').column('client_uuid').execute()
  await db.schema.createIndex('removed_row_account').on('removed_row').column('account_id').execute()
}
