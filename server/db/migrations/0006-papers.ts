import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const papers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    // By which a file that an import brings again is known.
    await db.schema.alterTable('file').addColumn('sha256', 'text').execute()
  },
})
