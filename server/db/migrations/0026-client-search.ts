import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Search columns beyond the last name. `clients/fill-search.ts` fills them in for existing rows in the background. */
export const clientSearch = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const compared = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('client').addColumn('search_text', 'text').execute()
    await db.schema.alterTable('patient').addColumn('practice_id', 'text').execute()
    for (const column of ['search_name', 'chip_number'])
      await db.schema.alterTable('patient').addColumn(column, compared).execute()
    await db.schema.alterTable('patient').addColumn('search_words', 'text').execute()

    // Appended after the columns that pages and searches by last name read (0001, 0021).
    const shown = sql`, locked, company_name, call_name, first_name, last_name, client_number, email, city, activation,
      mail_failure`
    await db.schema.dropIndex('client_list').execute()
    await sql`create index client_list on client (practice_id, registered, sort_name, uuid, search_name
      ${engine === 'sqlite' ? shown : sql``}, search_text)`.execute(db)

    await sql`create index patient_name on patient (practice_id, search_name, client_uuid)`.execute(db)
    await sql`create index patient_words on patient (practice_id, search_words, client_uuid)
      where search_words is not null`.execute(db)
    await sql`create index patient_chip on patient (practice_id, chip_number, client_uuid)
      where chip_number is not null`.execute(db)

    // Index of the rows that are still to be filled in.
    await sql`create index client_unsearched on client (uuid) where search_text is null`.execute(db)
    await sql`create index patient_unsearched on patient (uuid) where search_name is null`.execute(db)
  },
})
