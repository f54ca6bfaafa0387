import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of whom no telephone number is searched yet; it is filled in bit by bit, see `clients/fill-search.ts`. */
export const clientTelephones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index client_without_telephones on client (uuid)
      where search_text is null or search_text not like ${sql.lit('%\t%\t%')}`.execute(db)
  },
}
