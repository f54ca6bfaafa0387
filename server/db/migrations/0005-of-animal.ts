import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Filtering lists by patient, by a column extracted from the JSON. */
export const ofAnimal = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    // Not as JSON: PostgreSQL refuses a record with half a character in one of its texts, and the server would not start. A
    // quote within a text has a backslash before it, so this finds the field only.
    const inRecord = isPostgres
      ? sql`substring(data from '"patientUuid":"([^"]+)"')`
      : sql`json_extract(data, '$.patientUuid')`
    for (const table of ['reminder', 'visit_form', 'attachment']) {
      await db.schema
        .alterTable(table)
        .addColumn('patient_uuid', isPostgres ? sql`text collate "C"` : 'text')
        .execute()
      await sql`update ${sql.table(table)} set patient_uuid = ${inRecord}`.execute(db)
    }
  },
})
