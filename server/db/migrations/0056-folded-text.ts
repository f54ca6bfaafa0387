import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isUnfolded } from '#server/db/search-text.ts'

/** Indexes of rows with search text of an earlier version. The `fill-search.ts` modules fold those rows in batches. */
export const foldedText = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const index of ['client_unsearched', 'client_without_telephones', 'patient_unsearched', 'audit_unsearched'])
      await db.schema.dropIndex(index).execute()
    await sql`create index client_unfolded on client (uuid) where ${isUnfolded('search_text')}`.execute(db)
    await sql`create index patient_unfolded on patient (uuid) where ${isUnfolded('search_name')}`.execute(db)
    await sql`create index audit_unfolded on audit (id) where ${isUnfolded('search_text')}`.execute(db)
    await sql`create index request_unfolded on request (uuid) where ${isUnfolded('search_text')}`.execute(db)
  },
})
