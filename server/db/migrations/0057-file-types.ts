import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Media type of a stored file according to its first bytes. */
export const fileTypes = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('file').addColumn('sniffed', 'text').execute()
  },
})
