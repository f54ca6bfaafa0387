import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the list of first steps was closed. Practices that exist are past their first steps. */
export const gettingStarted = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('practice').addColumn('getting_started_closed_at', 'text').execute()
    await sql`update practice set getting_started_closed_at = ${new Date().toISOString()}`.execute(db)
  },
})
