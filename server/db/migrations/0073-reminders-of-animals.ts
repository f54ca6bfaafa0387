import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Index for the reminders of an animal. The figures of a practice look up each of its animals. */
export const remindersOfAnimals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index reminder_patient on reminder (client_uuid, patient_uuid, active)`.execute(db)
  },
}
