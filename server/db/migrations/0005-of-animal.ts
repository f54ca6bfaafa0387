import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds a column with the patient, extracted from the JSON, to filter lists. */
export const ofAnimal = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const isPostgres = engine === 'postgres'
    // PostgreSQL rejects JSON with half a surrogate pair, and the migration would fail. A quote within a text is
    // escaped, so the pattern matches the field only.
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
