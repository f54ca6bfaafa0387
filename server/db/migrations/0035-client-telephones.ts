import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Index of clients without searchable telephone numbers. `clients/fill-search.ts` fills them in in the background. */
export const clientTelephones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index client_without_telephones on client (uuid)
      where search_text is null or search_text not like ${sql.lit('%\t%\t%')}`.execute(db)
  },
}
