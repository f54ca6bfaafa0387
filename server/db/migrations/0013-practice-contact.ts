import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const COLUMNS = [
  'account_holder',
  'booking_url',
  'imported_email',
  'imported_iban',
  'imported_account_holder',
  'imported_booking_url',
]

/** Contact and payment details of a practice that staff may change, with the last imported values. */
export const practiceContact = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of COLUMNS) await db.schema.alterTable('practice').addColumn(column, 'text').execute()
    await sql`update practice set imported_email = email, imported_iban = iban`.execute(db)
  },
})
