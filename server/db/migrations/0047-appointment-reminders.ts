import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Index of the few booked appointments that are for several reminders (`bookedFor`). */
export const appointmentReminders: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index appointment_reminders on appointment (client_uuid, start)
      where status = 'BOOKED' and data like '%"reminderUuids":["%'`.execute(db)
  },
}
