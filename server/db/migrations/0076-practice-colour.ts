import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Colour of a practice, with the last imported value. */
export const practiceColour: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['colour', 'imported_colour'])
      await db.schema.alterTable('practice').addColumn(column, 'text').execute()
  },
}
