import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Visiting address of a practice, with the last imported value. */
export const visitingAddress: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['address', 'imported_address'])
      await db.schema.alterTable('practice').addColumn(column, 'text').execute()
  },
}
