import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Questions of owners for a visit, and the appointments that visit forms and invoices state. */
export const visitQuestions = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    const number = isPostgres ? 'bigint' : 'integer'
    await db.schema
      .createTable('visit_question')
      .addColumn('appointment_uuid', key, (column) =>
        column.primaryKey().references('appointment.uuid').onDelete('cascade'),
      )
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key, (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('changed_at', key, (column) => column.notNull())
      .addColumn('number', number, (column) => column.notNull())
      .execute()
    const indexed = { visit_question_client: ['client_uuid'], visit_question_number: ['practice_id', 'number'] }
    for (const [name, columns] of Object.entries(indexed))
      await db.schema.createIndex(`${name}_index`).on('visit_question').columns(columns).execute()
    await db.schema
      .createTable('visit_question_number')
      .addColumn('practice_id', key, (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('number', number, (column) => column.notNull())
      .execute()
    for (const table of ['visit_form', 'invoice'] as const) {
      await db.schema.alterTable(table).addColumn('appointment_uuid', key).execute()
      await sql`create index ${sql.ref(`${table}_appointment`)} on ${sql.table(table)} (appointment_uuid)
        where appointment_uuid is not null`.execute(db)
    }
  },
})
