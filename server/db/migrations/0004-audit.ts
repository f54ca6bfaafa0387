import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The last imported values: if an export repeats them, later changes in the portal stay. */
const IMPORTED = ['name', 'title', 'text', 'phone', 'website', 'logo_url']

export const audit = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'

    // Names at the time of the event, and no foreign keys but the practice: accounts and clients may be deleted.
    await db.schema
      .createTable('audit')
      .addColumn('id', isPostgres ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id'))
      .addColumn('at', isPostgres ? sql`text collate "C"` : 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text')
      .addColumn('account_name', 'text')
      .addColumn('client_uuid', 'text')
      .addColumn('client_name', 'text')
      .addColumn('details', 'text')
      .addColumn('session_id', 'text')
      .execute()
    await db.schema.createIndex('audit_list').on('audit').columns(['practice_id', 'at', 'id']).execute()
    // Unique for `viewed-as` only, which alone has a session: nulls are distinct.
    await db.schema.createIndex('audit_viewed').on('audit').columns(['session_id', 'client_uuid']).unique().execute()

    // Partial, so it is small: few clients are locked. Unlocked ones are found by the index of the lists.
    await db.schema
      .createIndex('client_locked')
      .on('client')
      .columns(['practice_id', 'registered', 'sort_name', 'uuid'])
      .where(sql.ref('locked'), '=', sql.lit(1))
      .execute()

    for (const name of IMPORTED) await db.schema.alterTable('practice').addColumn(`imported_${name}`, 'text').execute()
    await sql`update practice set ${sql.join(
      IMPORTED.map((name) => sql`${sql.ref(`imported_${name}`)} = ${sql.ref(name)}`),
    )}`.execute(db)
  },
})
