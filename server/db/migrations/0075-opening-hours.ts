import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Opening hours of a practice as JSON, with the last imported value. */
export const openingHours: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['opening_hours', 'imported_opening_hours'])
      await db.schema.alterTable('practice').addColumn(column, 'text').execute()
  },
}
