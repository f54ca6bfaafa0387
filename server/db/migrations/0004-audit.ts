import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Last imported values: if an export repeats them, later changes in the portal are kept. */
const IMPORTED = ['name', 'title', 'text', 'phone', 'website', 'logo_url']

export const audit = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'

    // Entries contain the names at the time of the event. The practice is the only foreign key, because accounts and
    // clients may be deleted.
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
    // Effective for `viewed-as` only, the one action with a session, because nulls are distinct.
    await db.schema.createIndex('audit_viewed').on('audit').columns(['session_id', 'client_uuid']).unique().execute()

    // A small partial index, because few clients are locked. The index of the lists finds the other clients.
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
