import type { Schema } from './schema.ts'

type Table = keyof Schema

/**
 * Order in which a transaction locks rows, so that no two transactions deadlock. Rows of one table are locked in the
 * order of their keys. Updates, deletions, upserts and `lockRows` lock rows. Inserting a reference to a client or an
 * account counts as a lock too, because the reference prevents the row's deletion.
 *
 * Three kinds of rows are not in the list. Rows with a `client_uuid`, else an `account_id`, are locked in any order
 * after that client or account. Rows in tables of `IMPORTED` are exempt. So are rows that a transaction inserts, or
 * that are the only rows it changes.
 *
 * The storage of a practice is an advisory lock (`lockStorage`), taken after all row locks.
 *
 * The server tests record the locks of every transaction on PostgreSQL, and fail if one is out of order. Statements
 * outside a transaction that change many rows skip locked rows (`deleteInBatches`).
 */
export const LOCK_ORDER = [
  'purge_clock',
  'clock_confirmation',
  'secret',
  'address_key',
  'retention',
  'practice',
  'form',
  'form_version',
  'request_notice',
  'removal',
  'client',
  'reminder_subscription',
  'account',
  'import_key',
  'webhook_endpoint',
  'webhook_delivery',
  'file',
  'outbox',
  'mail_count',
  'mail_budget',
  'recipient_mail',
  'address_mail',
  'csv_import',
  'price_list',
  'import_run',
  'import_turn',
  'csv_mapping',
  'client_feed',
  'client_change',
  'request_number',
  'estimate_number',
  'request_count',
  'form_number',
  'visit_question_number',
  'client_count',
  'reminder_mail_count',
  'month_start',
  'attempt',
  'oidc_sign_in',
] as const satisfies Table[]

/**
 * Tables in which only imports, erasures and removals by age change many rows. Imports, erasures and removals exclude
 * each other; all other code locks the client first.
 */
export const IMPORTED = [
  'appointment',
  'attachment',
  'audit',
  'audit_name',
  'client_reading',
  'estimate',
  'exported_staff',
  'invoice',
  'kept_record',
  'logbook_entry',
  'patient',
  'pending_invoice_lines',
  'reminder',
  'removed_record',
  'replaced_record',
  'visit_form',
] as const satisfies Table[]
