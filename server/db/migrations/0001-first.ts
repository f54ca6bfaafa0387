import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Portable between SQLite and PostgreSQL. Sorted text needs the collation "C" on PostgreSQL for byte order. SQLite
// sorts by bytes by default and does not know that collation.
export const first = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const sorted = engine === 'postgres' ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('practice')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('mana_id', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('title', 'text')
      .addColumn('text', 'text')
      .addColumn('phone', 'text')
      .addColumn('website', 'text')
      .addColumn('logo_url', 'text')
      .addColumn('email', 'text')
      .addColumn('iban', 'text')
      .addColumn('locked', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()

    await db.schema
      .createTable('client_count')
      .addColumn('practice_id', 'text', (column) => column.primaryKey().references('practice.id'))
      .addColumn('registered', 'integer', (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`registered >= 0`),
      )
      .addColumn('unregistered', 'integer', (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`unregistered >= 0`),
      )
      .execute()

    await db.schema
      .createTable('account')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addColumn('practice_id', 'text', (column) => column.references('practice.id'))
      .addColumn('staff_role', 'text')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('session')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('signed_in_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('session_account').on('session').column('account_id').execute()
    await db.schema.createIndex('session_age').on('session').column('signed_in_at').execute()

    await db.schema
      .createTable('password_link')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('practice_id', 'text', (column) => column.references('practice.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('claimed_until', 'text')
      .execute()
    await db.schema.createIndex('outbox_account').on('outbox').column('account_id').execute()

    await db.schema
      .createTable('client')
      .addColumn('uuid', sorted, (column) => column.primaryKey())
      .addColumn('practice_id', 'text', (column) => column.notNull().references('practice.id'))
      .addColumn('account_id', 'text', (column) => column.references('account.id'))
      .addColumn('registered', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('registered_at', 'text')
      .addColumn('locked', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('company_name', 'text')
      .addColumn('call_name', 'text')
      .addColumn('first_name', 'text')
      .addColumn('initials', 'text')
      .addColumn('last_name', 'text', (column) => column.notNull())
      .addColumn('client_number', 'text')
      .addColumn('email', 'text')
      .addColumn('phone', 'text')
      .addColumn('mobile', 'text')
      .addColumn('street', 'text')
      .addColumn('house_number', 'text')
      .addColumn('postal_code', 'text')
      .addColumn('city', 'text')
      .addColumn('country', 'text')
      .addColumn('ubn', 'text')
      .addColumn('search_name', 'text', (column) => column.notNull())
      .addColumn('sort_name', sorted, (column) => column.notNull())
      .execute()
    // A covering index: with `search_name`, a search is an index-only scan in list order. On SQLite it also covers the
    // columns of a page, because rows are stored in insertion order. PostgreSQL limits an index row to 2.7 kB.
    const shown = ['locked', 'company_name', 'call_name', 'first_name', 'last_name', 'client_number', 'email', 'city']
    await db.schema
      .createIndex('client_list')
      .on('client')
      .columns(['practice_id', 'registered', 'sort_name', 'uuid', 'search_name', ...(engine === 'sqlite' ? shown : [])])
      .execute()
    await db.schema.createIndex('client_account').on('client').columns(['account_id', 'practice_id']).unique().execute()

    await db.schema
      .createTable('patient')
      .addColumn('uuid', sorted, (column) => column.primaryKey())
      .addColumn('client_uuid', sorted, (column) => column.notNull().references('client.uuid'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('patient_client').on('patient').columns(['client_uuid', 'name', 'uuid']).execute()

    // Index columns of each list of client data: the filter column, the date, then the uuid for a stable order.
    const papers: [table: string, selector: string | null][] = [
      ['reminder', 'active'],
      ['visit_form', null],
      ['attachment', 'type'],
      ['invoice', 'status'],
    ]
    for (const [table, selector] of papers) {
      let create = db.schema
        .createTable(table)
        .addColumn('uuid', sorted, (column) => column.primaryKey())
        .addColumn('client_uuid', sorted, (column) => column.notNull().references('client.uuid'))
        .addColumn('date', sorted, (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
      if (selector)
        create = create.addColumn(selector, selector === 'active' ? 'integer' : 'text', (column) => column.notNull())
      await create.execute()
      const columns = ['client_uuid', ...(selector && selector !== 'status' ? [selector] : []), 'date', 'uuid']
      await db.schema.createIndex(`${table}_list`).on(table).columns(columns).execute()
    }

    await db.schema
      .createTable('logbook_entry')
      .addColumn('uuid', sorted, (column) => column.primaryKey())
      .addColumn('patient_uuid', sorted, (column) => column.notNull().references('patient.uuid'))
      .addColumn('date', sorted, (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('logbook_entry_list')
      .on('logbook_entry')
      .columns(['patient_uuid', 'date', 'uuid'])
      .execute()
  },
})
