import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Browser and operating system of each session. */
export const sessionDevices = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['browser', 'system'])
      await db.schema.alterTable('session').addColumn(column, 'text').execute()
  },
})
