import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Replaces times in the year 10000. They begin with `+` and sort before all others, so those appointments were never
 * listed.
 */
export const appointmentEnds = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const last = '9999-12-31T23:59:59.999Z'
    await sql`update appointment set start = case when start like '+%' then ${last} else start end, ends_at = ${last}
      where start like '+%' or ends_at like '+%'`.execute(db)
  },
})
