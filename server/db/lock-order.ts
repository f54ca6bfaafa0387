import type { Schema } from './schema.ts'

type Table = keyof Schema

/**
 * The order in which a transaction locks rows, so that no two transactions wait for each other. Rows of one table are locked in the
 * order of their keys. Updates, deletions, upserts and `lockRows` lock rows. A row that refers to a client or an account keeps it from
 * being deleted, which counts as a lock of it, too.
 *
 * Three kinds of rows need no place here: rows with a `client_uuid`, else an `account_id`, which are locked in any order once that client
 * or account is; rows that only imports change in numbers (`IMPORTED`); and rows that a transaction inserts, or changes and nothing else.
 *
 * The storage of a practice is an advisory lock (`lockStorage`), taken after all rows that others may lock.
 *
 * The tests of the server record the locks of every transaction on PostgreSQL, and fail where one is out of order. Statements outside a
 * transaction that change many rows skip those that are locked (`deleteInBatches`).
 */
export const LOCK_ORDER = [
  'purge_clock',
  'clock_confirmation',
  'secret',
  'address_key',
  'retention',
  'practice',
  'request_notice',
  'removal',
  'client',
  'reminder_subscription',
  'account',
  'import_key',
  'file',
  'outbox',
  'mail_count',
  'mail_budget',
  'recipient_mail',
  'address_mail',
  'import_run',
  'import_turn',
  'request_number',
  'request_count',
  'client_count',
  'reminder_mail_count',
  'attempt',
] as const satisfies Table[]

/** Tables that imports, erasures and removals by age change in numbers, which exclude each other; others lock the client before. */
export const IMPORTED = [
  'appointment',
  'attachment',
  'audit',
  'audit_name',
  'client_reading',
  'exported_staff',
  'invoice',
  'kept_record',
  'logbook_entry',
  'patient',
  'reminder',
  'removed_record',
  'replaced_record',
  'visit_form',
] as const satisfies Table[]
