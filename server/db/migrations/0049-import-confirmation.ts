import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Changes of an export that an admin has to confirm, and whether that was done. */
export const importConfirmation = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('import_run').addColumn('large', 'text').execute()
    await db.schema
      .alterTable('import_run')
      .addColumn('confirmed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
})
