import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Forms that a practice asks owners to fill in, their published versions, and the completed ones. */
export const forms = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : 'text'
    const number = isPostgres ? 'bigint' : 'integer'
    await db.schema
      .createTable('form')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('rule', 'text')
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('form_practice').on('form').column('practice_id').execute()
    await db.schema
      .createTable('form_version')
      .addColumn('form_id', key, (column) => column.notNull().references('form.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('published_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('form_version_key', ['form_id', 'version'])
      .execute()
    await db.schema
      .createTable('form_task')
      .addColumn('uuid', key, (column) => column.primaryKey())
      .addColumn('practice_id', key, (column) => column.notNull().references('practice.id').onDelete('cascade'))
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('form_id', key, (column) => column.notNull().references('form.id').onDelete('cascade'))
      .addColumn('patient_uuid', key)
      .addColumn('appointment_uuid', key)
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('asked_at', key, (column) => column.notNull())
      .addColumn('asked_version', 'integer', (column) => column.notNull())
      .addColumn('asked_by', 'text')
      .addColumn('closed_at', key)
      .addColumn('number', number, (column) => column.notNull())
      .execute()
    const indexed = {
      form_task_client: ['client_uuid', 'asked_at', 'uuid'],
      form_task_list: ['practice_id', 'asked_at', 'uuid'],
      form_task_number: ['practice_id', 'number'],
      form_task_form: ['form_id', 'appointment_uuid'],
    }
    for (const [name, columns] of Object.entries(indexed))
      await db.schema.createIndex(name).on('form_task').columns(columns).execute()
    await db.schema
      .createTable('form_answer')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('task_uuid', key, (column) =>
        column.notNull().unique().references('form_task.uuid').onDelete('cascade'),
      )
      .addColumn('client_uuid', key, (column) => column.notNull().references('client.uuid').onDelete('cascade'))
      .addColumn('account_id', key, (column) => column.notNull())
      .addColumn('submission_uuid', key, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('completed_at', key, (column) => column.notNull())
      .addColumn('completed_by', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('form_answer_client').on('form_answer').column('client_uuid').execute()
    await db.schema
      .createTable('form_number')
      .addColumn('practice_id', key, (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .addColumn('number', number, (column) => column.notNull())
      .addColumn('mailed_number', number, (column) => column.notNull())
      .addColumn('mailed_at', 'text')
      .execute()
    await db.schema
      .alterTable('request_photo')
      .addColumn('answer_id', key, (column) => column.references('form_answer.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('request_photo_answer').on('request_photo').column('answer_id').execute()
    await sql`create index appointment_booked on appointment (start) where status = 'BOOKED'`.execute(db)
  },
})
