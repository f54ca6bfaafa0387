import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { InvitationState } from '#contract/client.ts'
import type { AuditAction } from '#contract/access-log.ts'
import type { ImportState, KeyPurpose } from '#contract/imports.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { Language } from '#contract/languages.ts'
import type { IsoDate, IsoDateTime } from '#contract/dates.ts'
import type { RequestKind, RequestState } from '#contract/request.ts'
import type { AttachmentType } from '#contract/document.ts'
import type { RetentionKind } from '#contract/retention.ts'
import type { Json } from './json.ts'
import type { ClientColumn, PracticeColumn } from './columns.ts'
import type { Stored } from './stored.ts'

/** What has no column of its own. */
export type RequestData = Stored['request']
export type RequestAnswered = Stored['answer']

/** SQLite has no booleans; both engines store 0 and 1. */
export type Bit = 0 | 1

/** Texts that an export brings. Staff may have changed them since. */
type ImportedPracticeColumn = PracticeColumn | 'logo_url'

export interface PracticeTable
  extends
    Record<Exclude<ImportedPracticeColumn, 'name'>, string | null>,
    Record<`imported_${ImportedPracticeColumn}`, string | null> {
  id: string
  mana_id: string | null
  name: string
  /** Whether its clients may ask for a weekly mail of what is due. */
  reminder_mails: Generated<Bit>
  /** Whether its staff have to have a second factor. */
  second_factor: Generated<Bit>
  locked: Bit
  /** What it may have at most; null: as much as there is room for. */
  most_clients: Generated<number | null>
  most_bytes: Generated<number | null>
}

/** Their rules are in `server/mail/kinds.ts`. */
export type MailKind =
  | 'activation'
  | 'activation-asked'
  | 'staff-activation'
  | 'reset'
  | 'access'
  | 'staff-offer'
  | 'password-changed'
  | 'password-changed-links-ended'
  | 'passkey-added'
  | 'passkey-removed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-reset'
  | 'recovery-codes-made'
  | 'import-key-made'
  | 'import-key-ending'
  | 'import-key-maker-left'
  | 'import-unconfirmed'
  | 'admin-change'
  | 'account-number-changed'
  | 'retention-tightened'
  | 'reminders'
  | 'letter'
  | 'mailbox-confirmation'
  | 'address-confirmation'
  | 'address-change-asked'
  | 'address-changed'
  | 'requests-new'
  | 'requests-unseen'
  | 'request-answered'

/** What has happened, of which the admins of a practice or an owner are told; never a key itself. */
export type MailDetails = Stored['mailDetails']
export type PaidAccount = NonNullable<MailDetails['former']>

export interface ClientTable extends Record<Exclude<ClientColumn, 'last_name'>, string | null> {
  uuid: string
  practice_id: string
  /** The portal account; several clients of a practice may have the same one. */
  account_id: string | null
  registered: Bit
  registered_at: IsoDateTime | null
  /** Null for a client that is not registered. */
  activation: InvitationState | null
  /** Why the last mail that gives access was given up. */
  mail_failure: string | null
  /** The last time; null where a version before has invited: then `registered_at`. */
  invited_at: Generated<IsoDateTime | null>
  /** By its owner, noted once a day. */
  last_opened_at: Generated<IsoDateTime | null>
  locked: Bit
  last_name: string
  /** The folded last name (`foldName`), for searching. */
  search_name: string
  /** Folded main name, tab, first name: the sort key, with the uuid as tie-breaker. */
  sort_name: string
  /** What else a search finds (`clientSearchText`); null until it is filled in. */
  search_text: string | null
}

export type ClientRow = Selectable<ClientTable>

export type Obstacle = 'address-changed'

export interface Schema {
  practice: PracticeTable

  /** Materialised counts, updated in the transaction of each write: counting 200,000 rows per page is slow. */
  client_count: {
    practice_id: string
    registered: number
    unregistered: number
    /** Of the registered ones. */
    activated: Generated<number>
    failed: Generated<number>
  }

  /**
   * A login: staff (`practice_id`, `staff_role`), an owner (by `client.account_id`), or both. The first practice of active staff is
   * here; further ones, and those that have ended, are in `membership`, and those that are only offered in `staff_offer`.
   */
  account: {
    id: string
    /** The e-mail address in lower case. */
    username: string
    first_name: string | null
    last_name: string | null
    practice_id: string | null
    staff_role: StaffRole | null
    /** These four are replaced by `exported_staff`. Only a server of the release before uses them; dropped with `mail_budget`. */
    imported_first_name: string | null
    imported_last_name: string | null
    imported_practice_id: string | null
    imported_staff_role: StaffRole | null
    language: Language
    /** Null until the account is activated by a link. */
    password_hash: string | null
    created_at: IsoDateTime
    /** Whether the person chose the name; otherwise the practice that first invited the address typed it. */
    own_name: Generated<Bit | null>
  }

  /** An active membership of a further practice; or, with an end, one that has ended, or that was offered and not accepted. */
  membership: {
    account_id: string
    practice_id: string
    role: StaffRole
    ended_at: IsoDateTime | null
    /** Unused, see `staff_name`. */
    first_name: Generated<string | null>
    last_name: Generated<string | null>
    /** 1: the person ended it, by declining the offer. */
    declined: Generated<Bit | null>
  }

  /**
   * A membership, or another role in one, that its person has not accepted yet. It gives no right. It replaces the table
   * `staff_invitation`, which is unused, and has to go in a later version.
   */
  staff_offer: {
    account_id: string
    practice_id: string
    role: StaffRole
    /** Unused, see `staff_name`. */
    first_name: Generated<string | null>
    last_name: Generated<string | null>
    offered_at: IsoDateTime
  }

  /** Name of a member of staff as the practice typed it, or as it last knew a former member. */
  staff_name: {
    account_id: string
    practice_id: string
    first_name: string | null
    last_name: string | null
  }

  /** Somebody whom an export names as an admin, until an admin of the practice accepts or declines that. */
  staff_proposal: {
    id: string
    practice_id: string
    username: string
    first_name: string | null
    last_name: string | null
    /** The key by which the export came; null for a command of the operator. */
    key_name: string | null
    proposed_at: IsoDateTime
  }

  /** Staff as in the last export, so that only changes in the next one are offered. */
  exported_staff: {
    practice_id: string
    username: string
    role: StaffRole
    first_name: string | null
    last_name: string | null
  }

  /** Deleting the row revokes its tokens. */
  session: {
    id: string
    account_id: string
    /** Not moved by a refresh. */
    signed_in_at: IsoDateTime
    browser: string | null
    system: string | null
    /** By how many it was opened. */
    factors: Generated<1 | 2>
    /** Good for nothing but setting up a second factor. */
    limited: Generated<Bit>
  }

  /** A WebAuthn credential by which an account signs in. */
  passkey: {
    id: string
    account_id: string
    /** As the authenticator calls it; base64url. */
    credential_id: string
    /** COSE, in base64url. */
    public_key: string
    /** How often it has signed, where it counts. */
    counter: number
    /** How a browser reaches it, separated by blanks. */
    transports: string
    name: string
    created_at: IsoDateTime
    last_used_at: IsoDateTime | null
  }

  /** An authenticator app (RFC 6238). */
  totp: {
    account_id: string
    /** Sealed by a key of the server's secret. */
    secret: string
    /** Of the last code that was used: no code is good twice. */
    last_step: number
    created_at: IsoDateTime
  }

  /** What takes the place of a lost authenticator app, once; only the SHA-256 is stored. */
  recovery_code: {
    account_id: string
    hash: string
  }

  /** At most one password link per account, of those that its person asked for; only the SHA-256 of its token is stored. */
  password_link: {
    account_id: string
    token_hash: string
    expires_at: IsoDateTime
    /** Practice whose offer choosing the password accepts. Only a server of the release before writes it; dropped with `mail_budget`. */
    practice_id: Generated<string | null>
  }

  /** Links of invitations for a first password, one for each practice and way; only the SHA-256 of a token is stored. */
  invitation_link: {
    account_id: string
    practice_id: string
    /** By a mail, by the confirmation of a postal invitation, or by a command of the operator. */
    way: 'mail' | 'letter' | 'operator'
    token_hash: string
    /** Choosing the password accepts the practice's offer to be staff. */
    is_offer: Bit
    expires_at: IsoDateTime
  }

  /** E-mail addresses to which a practice has its mails sent, confirmed by a link in a mail to the address. */
  practice_mailbox: {
    practice_id: string
    address: string
    /** SHA-256 of the link's token; null until the mail is sent, and once the address is confirmed. */
    token_hash: string | null
    token_ends_at: IsoDateTime | null
    confirmed_at: IsoDateTime | null
  }

  /** Counters of the rate limits. */
  attempt: {
    /** A keyed hash (HMAC), as people type passwords into the username field, too. */
    key: string
    count: number
    /** End of the delay. */
    delayed_until: IsoDateTime | null
    forgotten_at: IsoDateTime
  }

  /** Mails to be sent. Links are created on sending, so that none is stored. */
  outbox: {
    id: string
    kind: MailKind
    /** To whom it goes; null where it goes to an address. */
    account_id: string | null
    /** An address without an account. */
    address: string | null
    practice_id: string | null
    created_at: IsoDateTime
    /** End of the lease, or of the wait after a refusal. */
    claimed_until: IsoDateTime | null
    refusals: Generated<number>
    /** The code of the last refusal. */
    refused_by: string | null
    /** Put off until then, by the limits on what a practice sends. */
    not_before: IsoDateTime | null
    /** Since when it is within the budget of its practice. */
    counted_at: IsoDateTime | null
    /** What it says beside its kind. */
    details: Json<Stored['mailDetails']> | null
    /** Order among the mails that were queued at one moment. */
    place: Generated<number>
  }

  /** Mails that were given up. */
  given_up_mail: {
    id: string
    kind: MailKind
    /** Null where it went to an address. */
    account_id: string | null
    address: string | null
    practice_id: string | null
    created_at: IsoDateTime
    given_up_at: IsoDateTime
    reason: string
  }

  /**
   * Replaced by `mail_count`. Only a server of the release before counts by it, which may run beside this one during an update; the release
   * after the next one drops the table.
   */
  mail_budget: {
    practice_id: string
    day: IsoDate
    sent: number
  }

  /** Mails sent to a recipient in the last day, by which limits are counted. */
  recipient_mail: {
    mail_id: string
    /** SHA-256 of the mailbox, because it outlives the account. */
    recipient_hash: string
    /** The kind, or the one that it counts as. */
    kind: string
    sent_at: IsoDateTime
  }

  /** How many mails of a daily budget were sent. */
  mail_count: {
    /** A practice or an account. */
    owner: string
    budget: string
    /** UTC. */
    day: IsoDate
    sent: number
  }

  /** When a practice last asked for a mail of a kind to an address. */
  address_mail: {
    /** SHA-256, as accounts come and go. */
    address_hash: string
    kind: MailKind
    practice_id: string
    asked_at: IsoDateTime
    /** Replaced by `recipient_mail`. Only a server of the release before writes it; dropped with `mail_budget`. */
    sent_at: IsoDateTime | null
  }

  /** A stored document; or a logo, stored or reserved, so that its upload URL cannot be reused. */
  file: {
    key: string
    created_at: IsoDateTime
    /** Of documents only: skips unchanged files on re-import. */
    sha256: string | null
    /** Null until it is measured, as after a server of the version before has stored it. */
    practice_id: Generated<string | null>
    bytes: Generated<number | null>
    /** `typeOfBytes` of the content, '' where that does not tell; null for a file that an earlier version stored. */
    sniffed: Generated<string | null>
    /** Of documents only: the `fileName` for which the content was uploaded; null for a file that an earlier version stored. */
    name: Generated<string | null>
  }

  /** Audit trail, denormalised: only the practice is a foreign key, as all else may be deleted. */
  audit: {
    /** Tie-breaker within a millisecond. */
    id: Generated<number>
    practice_id: string
    at: IsoDateTime
    action: AuditAction
    /** Null for an import. */
    account_id: string | null
    account_name: string | null
    /** Null also for rows older than the column, until the backfill. */
    account_username: string | null
    client_uuid: string | null
    client_name: string | null
    /** Unused, see `audit_name`. */
    search_text: Generated<string | null>
    /** With the name of the key for a read by the practice's own system. */
    details: Json<Stored['auditDetails']> | null
    /** Day of the practices' calendar; of `read` only, which is recorded once per reader, client and day. */
    day: Generated<IsoDate | null>
    /** Of `viewed-as` only, which is recorded once per session and client. */
    session_id: string | null
    /** Of `deleted` and `deleted-all`. */
    removal_id: string | null
  }

  /** A distinct name of an account or client in the entries of a practice, by which a search finds them. */
  audit_name: {
    practice_id: string
    kind: 'account' | 'client'
    /** Of the account or client. */
    party_id: string
    name: string
    /** Of an account; else empty. */
    username: string
    /** Folded, see `FOLDED`. Null: to be filled in. */
    search_text: string | null
  }

  client: ClientTable

  /**
   * Replaced by `audit`. Only a server of the release before writes it, which may run beside this one during an update. `upgradeLog` moves
   * the rows, also those that an undo of a removal restores. The release after the next one drops the table.
   */
  client_reading: {
    client_uuid: string
    day: IsoDate
    /** Empty for the practice's own system. */
    account_id: string
    /** Key of the practice's own system; else empty. */
    key_name: string
    practice_id: string
  }

  /** A record of the practice's system, served as imported: `data` is its JSON, the columns are for queries. */
  patient: {
    uuid: string
    client_uuid: string
    name: string
    data: Json<Stored['patient']>
    /** By which a search finds its client (`patientSearch`); null until it is filled in. */
    practice_id: string | null
    /** The folded name. */
    search_name: string | null
    /** Its further words. */
    search_words: string | null
    /** Without blanks. */
    chip_number: string | null
  }

  reminder: {
    uuid: string
    client_uuid: string
    patient_uuid: string | null
    date: IsoDate
    active: Bit
    data: Json<Stored['reminder']>
  }

  appointment: {
    uuid: string
    client_uuid: string
    /** In UTC, which sorts. */
    start: IsoDateTime
    ends_at: IsoDateTime
    status: Appointment['status']
    /** What is done there; of the same client, if there is one. */
    reminder_uuid: string | null
    /** The request that it answers; null for one that came with an export. */
    request_uuid: Generated<string | null>
    data: Json<Stored['appointment']>
  }

  visit_form: {
    uuid: string
    client_uuid: string
    patient_uuid: string | null
    date: IsoDate
    data: Json<Stored['visitForm']>
  }

  attachment: {
    uuid: string
    client_uuid: string
    patient_uuid: string | null
    type: AttachmentType
    date: IsoDate
    data: Json<Stored['attachment']>
  }

  invoice: {
    uuid: string
    client_uuid: string
    date: IsoDate
    status: 'PAID' | 'UNPAID'
    data: Json<Stored['invoice']>
  }

  logbook_entry: {
    uuid: string
    patient_uuid: string
    date: IsoDate
    data: Json<Stored['logbookEntry']>
  }

  /** The clock and the lease of the purge; one row. */
  purge_clock: {
    id: number
    seen_at: IsoDateTime
    /** Since when the clock has not jumped. */
    steady_since: IsoDateTime
    /** When a jump stopped removals that cannot be undone; null once the clock is confirmed. */
    stopped_at: Generated<IsoDateTime | null>
    /** Day of the last nightly run of retention that came to its end. */
    retained_on: Generated<IsoDate | null>
    /** The id of the purge that has the lease. */
    purger: Generated<string | null>
    lease_until: Generated<IsoDateTime | null>
  }

  /** One row, replaced to see whether writes work. */
  write_probe: {
    id: string
    content: string
  }

  /** Bytes of photos that an account uploaded on a day, also of those that were removed since. */
  upload_day: {
    account_id: string
    day: IsoDate
    bytes: number
  }

  /** By which secrets tokens were signed. */
  secret: {
    fingerprint: string
    /** 1 for the one, else null. */
    current: number | null
    replaced_at: IsoDateTime | null
  }

  /** A key that signs addresses which have to outlive the secret. */
  address_key: {
    purpose: string
    /** By a key of the server's secret. */
    sealed: string
  }

  /** Tokens of single sign-on that are good no more, where each is good once. */
  used_token: {
    hash: string
    expires_at: IsoDateTime
  }

  /** Since when the signed addresses of an account's files are good no more. No foreign key: an undone removal brings the account back. */
  ended_address: {
    account_id: string
    ended_at: IsoDateTime
  }

  /** The address of a client's calendar; it is the owner's own. */
  calendar_feed: {
    client_uuid: string
    account_id: string
    /** Another one for every address. */
    id: string
  }

  /** A reminder as it was published last. */
  calendar_event: {
    client_uuid: string
    /** Of the reminder. */
    uuid: string
    /** Counts its revisions. */
    sequence: number
    cancelled: Bit
    changed_at: IsoDateTime
    date: IsoDate
    summary: string
  }

  /** An appointment as it was published last. */
  calendar_appointment: {
    client_uuid: string
    /** Of the appointment. */
    uuid: string
    /** Counts its revisions. */
    sequence: number
    changed_at: IsoDateTime
    /** All of the event that can change. */
    content: Json<Stored['publishedAppointment']>
  }

  /** A link to the card of an animal; it is the owner's own. */
  shared_card: {
    uuid: string
    client_uuid: string
    account_id: string
    patient_uuid: string
    /** SHA-256: who reads the database opens no card. */
    secret_hash: string
    parts: Json<Stored['cardParts']>
    note: string | null
    created_at: IsoDateTime
    ends_at: IsoDateTime
    opened_at: IsoDateTime | null
  }

  /** A subscription of an owner to the weekly mail. It belongs to the account: it ends when the client gets another one. */
  reminder_subscription: {
    client_uuid: string
    account_id: string
    subscribed_at: IsoDateTime
    /** The Monday of the last week that was processed; an owner gets one mail a week. */
    week: IsoDate
  }

  /** A reminder as the mails have told it last. */
  mailed_reminder: {
    client_uuid: string
    /** Of the reminder. */
    uuid: string
    date: IsoDate
    /** Told as late, and not just as coming. */
    late: Bit
  }

  /** How many weekly mails were sent. */
  reminder_mail_count: {
    practice_id: string
    week: IsoDate
    sent: number
  }

  /** A key of a practice by which another system sends exports; only the SHA-256 of it is stored. */
  import_key: {
    id: string
    practice_id: string
    name: string
    purpose: Generated<KeyPurpose>
    hash: string
    made_at: IsoDateTime
    /** The name of who made it or took it over, at that time. */
    made_by: string | null
    /** The account of the maker, as long as it exists. */
    account_id: string | null
    maker_left: Generated<Bit>
    last_used_at: IsoDateTime | null
    /** Null where a server of a version before has made it. */
    ends_at: IsoDateTime | null
    /** Whether the admins were told that it ends. */
    end_told: Generated<Bit>
  }

  /** An export that was sent. */
  import_run: {
    /** Of the file as well. */
    id: string
    practice_id: string
    /** By which its sender numbers it. */
    sequence: number
    /** Of the export, unpacked. */
    sha256: string
    bytes: number
    key_name: string
    /** Null where a server of a former version has stored the run. */
    key_id: Generated<string | null>
    state: ImportState
    received_at: IsoDateTime
    started_at: IsoDateTime | null
    ended_at: IsoDateTime | null
    changes: Json<Stored['importChanges']> | null
    problems: Json<Stored['importProblems']> | null
    warnings: Json<Stored['importWarnings']> | null
    /** What an admin has to confirm before it is loaded. */
    large: Json<Stored['largeParts']> | null
    confirmed: Generated<0 | 1>
    /** When an admin let its number, and those before it, be given again. */
    reset_at: IsoDateTime | null
    /** The server that has the file, until the end of the lease. */
    server: string | null
    lease_until: IsoDateTime | null
    tries: Generated<number>
  }

  /** When an export of a practice was begun last. */
  import_turn: {
    practice_id: string
    began_at: IsoDateTime
  }

  /** What an owner asks of the practice. It is of the account that sent it: another owner of the client does not see it. */
  request: {
    uuid: string
    practice_id: string
    client_uuid: string
    /** No foreign key: an undone removal brings the account back. */
    account_id: string
    patient_uuid: string | null
    kind: RequestKind
    state: RequestState
    sent_at: IsoDateTime
    seen_at: IsoDateTime | null
    /** When it was answered, declined or withdrawn. */
    closed_at: IsoDateTime | null
    /** Grows with each change of any request of the practice. */
    number: number
    former_uuid: string | null
    /** What a search finds, folded: client, animal, text. */
    search_text: string
    data: Json<Stored['request']>
    answer: Json<Stored['answer']> | null
  }

  /** How many requests of registered clients there are. */
  request_count: {
    practice_id: string
    kind: RequestKind
    state: RequestState
    count: number
  }

  /** What a practice was told by mail of the requests that wait. */
  request_notice: {
    practice_id: string
    /** The number of the last request that it was told of as new. */
    told_number: number
    told_at: IsoDateTime | null
    /** The day, on the calendar of the practices, on which it was last told of what is unseen past its limit. */
    overdue_told_on: IsoDate | null
  }

  /** The last number that a practice has given; its row is locked while one is given. */
  request_number: {
    practice_id: string
    number: number
  }

  /** Stored under its id; without a request until one is sent. */
  request_photo: {
    id: string
    client_uuid: string
    account_id: string
    request_uuid: string | null
    position: number
    type: string
    bytes: number
    created_at: IsoDateTime
  }

  request_settings: {
    practice_id: string
    data: Json<Stored['requestSettings']>
  }

  /** A removal of one client, or of all of a practice, while it can be undone. */
  removal: {
    id: string
    practice_id: string
    of_all: Bit
    ends_at: IsoDateTime
    /** What undoing it came to. */
    outcome: Json<Stored['undoneRemoval']> | null
  }

  /** A client as it was registered before its removal. */
  removed_client: {
    client_uuid: string
    removal_id: string
    account_id: string | null
    username: string | null
    registered_at: IsoDateTime | null
    activation: InvitationState | null
    mail_failure: string | null
    locked: Bit
    /** Why it could not come back when that was tried. */
    obstacle: Obstacle | null
  }

  /** A row of another table that a removal deleted: of an account, or of a client of an account. */
  removed_row: {
    id: Generated<number>
    /** The table. */
    source: string
    client_uuid: string | null
    account_id: string | null
    data: Json<Stored['archivedRow']>
  }

  /** A row that an export removed, or that went with one, for as long as the removal can be undone. */
  removed_record: {
    id: Generated<number>
    removal_id: string
    /** The table. */
    source: string
    /** The uuid of a record, or an id that is unique in the table; empty if the table has none. */
    key: string
    client_uuid: string
    /** 1: a line of the export named the record; 0: the row went with another record. */
    named: Bit
    data: Json<Stored['archivedRow']>
  }

  /** A record whose removal was undone: exports that repeat the removal do not remove it again. */
  kept_record: {
    practice_id: string
    /** The kind of record, as an export names it. */
    kind: string
    key: string
  }

  /** The key of a record that another one has replaced; lines that name the former key mean the other record. */
  replaced_record: {
    practice_id: string
    kind: string
    former: string
    key: string
  }

  /** A letter by whose code a client registers; a client has one at most. */
  letter: {
    client_uuid: string
    /** SHA-256: who reads the database has no code. */
    code_hash: string
    ends_at: IsoDateTime
    /** Of the address that was given, and is to be confirmed. */
    account_id: string | null
    /** SHA-256 of what the mail to it has in its link. */
    token_hash: string | null
    token_ends_at: IsoDateTime | null
  }

  /** An e-mail address that an export has changed, until it is confirmed. */
  address_change: {
    client_uuid: string
    /** The account of the new address. */
    account_id: string
    asked_at: IsoDateTime
    /** SHA-256 of the token in the link of the last mail; null until it is sent. */
    token_hash: string | null
    token_ends_at: IsoDateTime | null
  }

  /** How long a practice keeps the records of a kind. */
  retention: {
    practice_id: string
    kind: RetentionKind
    /** Null: without end. */
    years: number | null
    /** Records of before this day were removed. Imports leave them out. */
    removed_before: IsoDate | null
    /** Day of the first nightly run that applies `years`; null while the policy is off. */
    starts_on: Generated<IsoDate | null>
  }

  /** The file of a deleted record, until the store has removed it. */
  removed_file: {
    key: string
    /** Table and key of the record; null for files that are of no record. */
    source: Generated<keyof Schema | null>
    id: Generated<string | null>
  }

  /** A practice whose admin has confirmed the clock since it jumped. */
  clock_confirmation: {
    practice_id: string
  }
}

export type AccountTable = Schema['account']
export type InvitationLinkTable = Schema['invitation_link']
export type OutboxTable = Schema['outbox']
export type FileTable = Schema['file']
export type AuditTable = Schema['audit']
export type AuditNameTable = Schema['audit_name']
export type CalendarEventTable = Schema['calendar_event']
export type SharedCardTable = Schema['shared_card']
export type ImportKeyTable = Schema['import_key']
export type ImportRunTable = Schema['import_run']
export type RequestTable = Schema['request']
export type RequestPhotoTable = Schema['request_photo']

export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>
