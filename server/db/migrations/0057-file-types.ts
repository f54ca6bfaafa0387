import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The media type that the first bytes of a stored file show. */
export const fileTypes = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('file').addColumn('sniffed', 'text').execute()
  },
})
