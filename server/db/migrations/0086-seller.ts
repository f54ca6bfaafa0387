import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Data of a practice as the seller on its invoices, as JSON, with the last imported value. */
export const seller: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['seller', 'imported_seller'])
      await db.schema.alterTable('practice').addColumn(column, 'text').execute()
  },
}
