import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const papers = (): Migration => ({
  async up(db: Kysely<unknown>) {
    // Content hash, so that a re-import skips unchanged files.
    await db.schema.alterTable('file').addColumn('sha256', 'text').execute()
  },
})
