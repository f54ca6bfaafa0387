import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lowest and highest sum of the answered content in cents, to compare it with later content. */
export const answeredAmounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['sum_from', 'sum_to'])
      await db.schema.alterTable('estimate_answer').addColumn(column, 'integer').execute()
  },
}
