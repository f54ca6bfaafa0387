import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { StaffRole } from '#contract/user.ts'
import type { Language } from '#contract/languages.ts'
import type { AttachmentType } from '#contract/attachment.ts'
import type { IsoDate, IsoDateTime } from '#contract/fields.ts'

/** SQLite has no booleans; both engines store 0 and 1. */
export type Bit = 0 | 1

export interface PracticeTable {
  id: string
  mana_id: string | null
  name: string
  title: string | null
  text: string | null
  phone: string | null
  website: string | null
  logo_url: string | null
  email: string | null
  iban: string | null
  locked: Bit
  /** What an export said last. */
  imported_name: string | null
  imported_title: string | null
  imported_text: string | null
  imported_phone: string | null
  imported_website: string | null
  imported_logo_url: string | null
}

/** How many clients a practice has, kept in the transaction of each write: counting 200,000 rows for a page is slow. */
export interface ClientCountTable {
  practice_id: string
  registered: number
  unregistered: number
}

/** Somebody who can sign in: a member of staff (`practice_id`, `staff_role`), an owner (by `client.account_id`), or both. */
export interface AccountTable {
  id: string
  /** The e-mail address in lower case. */
  username: string
  first_name: string | null
  last_name: string | null
  practice_id: string | null
  staff_role: StaffRole | null
  language: Language
  /** Null until the account is activated by a link. */
  password_hash: string | null
  created_at: IsoDateTime
}

/** One sign-in; without its row a token is worth nothing. */
export interface SessionTable {
  id: string
  account_id: string
  /** Of the sign-in itself, which refreshing does not move. */
  signed_in_at: IsoDateTime
}

/** The one link by which an account can set its password; a newer one replaces it. Only its SHA-256 is kept. */
export interface PasswordLinkTable {
  account_id: string
  token_hash: string
  expires_at: IsoDateTime
}

/** How often something was tried of late that may not be tried without end: a password, a mail with a link. */
export interface AttemptTable {
  /** A keyed hash of whose attempts these are: people type passwords into the field of the username, too. */
  key: string
  count: number
  /** Until then no other is let through. */
  delayed_until: IsoDateTime | null
  forgotten_at: IsoDateTime
}

export type MailKind = 'activation' | 'reset' | 'access' | 'password-changed'

/** Mails to be sent. The links in them are made when they are sent, so that none rests in the database. */
export interface OutboxTable {
  id: string
  kind: MailKind
  account_id: string
  practice_id: string | null
  created_at: IsoDateTime
  /** Until then one process is busy with it. */
  claimed_until: IsoDateTime | null
}

/** A logo that was stored, or was going to be, so that its upload address cannot be used again; or a client's paper that is stored. */
export interface FileTable {
  key: string
  created_at: IsoDateTime
  /** Of a paper only. */
  sha256: string | null
}

/** Who did what to whom, by the names of that moment. Nothing but the practice is referred to: all else may be gone. */
export interface AuditTable {
  /** Orders what happened in the same millisecond. */
  id: Generated<number>
  practice_id: string
  at: IsoDateTime
  action: AuditAction
  /** Null of an import. */
  account_id: string | null
  account_name: string | null
  client_uuid: string | null
  client_name: string | null
  /** JSON. */
  details: string | null
  /** Of `viewed-as` only, which is noted once for a session and a client. */
  session_id: string | null
}

export interface ClientTable {
  uuid: string
  practice_id: string
  /** The portal account, where there is one; two clients of one practice never share it. */
  account_id: string | null
  registered: Bit
  registered_at: IsoDateTime | null
  locked: Bit
  company_name: string | null
  call_name: string | null
  first_name: string | null
  initials: string | null
  last_name: string
  client_number: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  street: string | null
  house_number: string | null
  postal_code: string | null
  city: string | null
  country: string | null
  ubn: string | null
  /** The whole last name, folded (`foldName`): what a search looks through. */
  search_name: string
  /** Main name, tab, first name, folded: the order of the lists, with the uuid behind it. */
  sort_name: string
}

export type ClientRow = Selectable<ClientTable>

/** A record that arrives from the practice's system and leaves as it came: `data` is its JSON, the columns are what queries need. */
export interface PatientTable {
  uuid: string
  client_uuid: string
  name: string
  data: string
}

export interface ReminderTable {
  uuid: string
  client_uuid: string
  patient_uuid: string | null
  date: IsoDate
  active: Bit
  data: string
}

export interface VisitFormTable {
  uuid: string
  client_uuid: string
  patient_uuid: string | null
  date: IsoDate
  data: string
}

export interface AttachmentTable {
  uuid: string
  client_uuid: string
  patient_uuid: string | null
  type: AttachmentType
  date: IsoDate
  data: string
}

export interface InvoiceTable {
  uuid: string
  client_uuid: string
  date: IsoDate
  status: 'PAID' | 'UNPAID'
  data: string
}

export interface LogbookEntryTable {
  uuid: string
  patient_uuid: string
  date: IsoDate
  data: string
}

export interface Schema {
  practice: PracticeTable
  client_count: ClientCountTable
  account: AccountTable
  session: SessionTable
  password_link: PasswordLinkTable
  attempt: AttemptTable
  outbox: OutboxTable
  file: FileTable
  audit: AuditTable
  client: ClientTable
  patient: PatientTable
  reminder: ReminderTable
  visit_form: VisitFormTable
  attachment: AttachmentTable
  invoice: InvoiceTable
  logbook_entry: LogbookEntryTable
}

export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>
