import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { InvitationState } from '#contract/client.ts'
import type { AuditAction } from '#contract/access-log.ts'
import type { CsvKind } from '#contract/csv-import.ts'
import type { ImportState, KeyPurpose } from '#contract/imports.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { Language } from '#contract/languages.ts'
import type { IsoDate, IsoDateTime } from '#contract/dates.ts'
import type { MessageOutcome, RequestKind, RequestSide, RequestState } from '#contract/request.ts'
import type { FormKind, StoredFormState } from '#contract/form.ts'
import type { EstimateOutcome } from '#contract/estimate-states.ts'
import type { AttachmentType } from '#contract/document.ts'
import type { RetentionKind } from '#contract/retention.ts'
import type { DeliveryError, DeliveryState, WebhookReason, WebhookState } from '#contract/webhook.ts'
import type { Json } from './json.ts'
import type { ClientColumn, PracticeColumn } from './columns.ts'
import type { Stored } from './stored.ts'

/** Fields of a request without a column of their own. */
export type RequestData = Stored['request']
export type RequestAnswered = Stored['answer']

/** SQLite has no booleans; both engines store 0 and 1. */
export type Bit = 0 | 1

/** Columns of text that an export sets and staff may change. */
type ImportedPracticeColumn = PracticeColumn | 'logo_url'

export interface PracticeTable
  extends
    Record<Exclude<ImportedPracticeColumn, 'name' | 'opening_hours' | 'seller'>, string | null>,
    Record<`imported_${ImportedPracticeColumn}`, string | null> {
  id: string
  mana_id: string | null
  name: string
  opening_hours: Json<Stored['openingHours']> | null
  seller: Json<Stored['seller']> | null
  /** Whether clients may subscribe to weekly reminder mails. */
  reminder_mails: Generated<Bit>
  second_factor: Generated<Bit>
  locked: Bit
  /** Maximum number of clients; null for no limit. */
  most_clients: Generated<number | null>
  most_bytes: Generated<number | null>
  /** When an admin closed the list of first steps; null while it is shown. */
  getting_started_closed_at: Generated<IsoDateTime | null>
}

/** Kinds of mail; their rules are in `server/mail/kinds.ts`. */
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
  | 'identity-linked'
  | 'identity-unlinked'
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
  | 'request-asked'
  | 'form-asked'
  | 'forms-new'
  | 'estimate-sent'
  | 'estimate-changed'
  | 'estimate-withdrawn'
  | 'estimate-ending'
  | 'estimate-answered'
  | 'estimates-ending'

/** Details of a mail about an event to the admins of a practice or an owner; never an import key itself. */
export type MailDetails = Stored['mailDetails']
export type PaidAccount = NonNullable<MailDetails['former']>

export interface ClientTable extends Record<Exclude<ClientColumn, 'last_name'>, string | null> {
  uuid: string
  practice_id: string
  /** Portal account; several clients of a practice may share an account. */
  account_id: string | null
  registered: Bit
  registered_at: IsoDateTime | null
  /** State of the invitation; null for a client that is not registered. */
  activation: InvitationState | null
  /** Why the last invitation or activation mail could not be delivered; null if it was delivered. */
  mail_failure: string | null
  /** Time of the last invitation. Null if an earlier version invited the client; then `registered_at` applies. */
  invited_at: Generated<IsoDateTime | null>
  /** When the owner last opened the practice, updated at most once a day. */
  last_opened_at: Generated<IsoDateTime | null>
  locked: Bit
  last_name: string
  search_name: string
  /** Folded main name, tab, first name: the sort key, with the uuid as tie-breaker. */
  sort_name: string
  /** Further searchable text (`clientSearchText`); null until filled in. */
  search_text: string | null
}

export type ClientRow = Selectable<ClientTable>

export type Obstacle = 'address-changed'

export type PeriodicWork = 'backup' | 'purge' | 'retention'

export interface Schema {
  practice: PracticeTable

  /** Materialised counts, updated in the transaction of each write: counting 200,000 rows per page is slow. */
  client_count: {
    practice_id: string
    registered: number
    unregistered: number
    activated: Generated<number>
    failed: Generated<number>
  }

  /**
   * A login of staff (`practice_id`, `staff_role`), an owner (by `client.account_id`), or both. The first practice of
   * active staff is here. Further and ended memberships are in `membership`; offered ones are in `staff_offer`.
   */
  account: {
    id: string
    /** The e-mail address in lower case. */
    username: string
    first_name: string | null
    last_name: string | null
    practice_id: string | null
    staff_role: StaffRole | null
    /**
     * Replaced by `exported_staff`, like the next three columns. Only a server of the previous version uses them;
     * dropped with `mail_budget`.
     */
    imported_first_name: string | null
    imported_last_name: string | null
    imported_practice_id: string | null
    imported_staff_role: StaffRole | null
    language: Language
    /** Null until the account is activated by a link. */
    password_hash: string | null
    created_at: IsoDateTime
    /** Whether the person chose the name. Otherwise the practice that first invited this e-mail address typed it. */
    own_name: Generated<Bit | null>
    /** Day of the last sign-in in the time zone of practices; null for accounts that are not staff. */
    last_sign_in_day: Generated<IsoDate | null>
  }

  /**
   * Active membership of a further practice. With an `ended_at`, a membership that ended, or an offer that was not
   * accepted.
   */
  membership: {
    account_id: string
    practice_id: string
    role: StaffRole
    ended_at: IsoDateTime | null
    /** Unused, see `staff_name`. */
    first_name: Generated<string | null>
    last_name: Generated<string | null>
    /** 1 if the person declined the offer. */
    declined: Generated<Bit | null>
  }

  /**
   * Offered membership, or offered role in an existing one, that the person has not accepted. Gives no rights. Replaces
   * the table `staff_invitation`, which is unused and will be dropped in a later version.
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

  /** Name of a member of staff as the practice entered it. For a former member: the last name that the practice knew. */
  staff_name: {
    account_id: string
    practice_id: string
    first_name: string | null
    last_name: string | null
  }

  /** Admin named in an export, until an admin of the practice accepts or declines the proposal. */
  staff_proposal: {
    id: string
    practice_id: string
    username: string
    first_name: string | null
    last_name: string | null
    /** Name of the key that sent the export; null for an operator's command. */
    key_name: string | null
    proposed_at: IsoDateTime
  }

  /** Staff according to the last export, so that the next export offers only changes. */
  exported_staff: {
    practice_id: string
    username: string
    role: StaffRole
    first_name: string | null
    last_name: string | null
  }

  /** Sign-in session. Deleting the row revokes its tokens. */
  session: {
    id: string
    account_id: string
    /** A refresh of the token does not change this time. */
    signed_in_at: IsoDateTime
    browser: string | null
    system: string | null
    factors: Generated<1 | 2>
    /** 1 if the session may only set up a second factor. */
    limited: Generated<Bit>
    /** OpenID Connect issuer at which the person signed in; null for other ways, like the next three columns. */
    issuer: Generated<string | null>
    /** When the person last proved their identity to the issuer; null if the issuer did not say. */
    authenticated_at: Generated<IsoDateTime | null>
    /** `amr` and `acr` of the issuer, as JSON. */
    issuer_methods: Generated<string | null>
    /** ID token, encrypted. The issuer needs it to end its session when the person signs out. */
    id_token: Generated<string | null>
  }

  /**
   * A sign-in at an OpenID Connect issuer: until the callback by the hash of its `state`, then by the hash of the code
   * that the portal exchanges. Used once.
   */
  oidc_sign_in: {
    hash: string
    /** SHA-256 of the cookie of the browser that began. */
    browser_hash: string
    /** Secrets or result of the sign-in, encrypted. */
    sealed: string
    expires_at: IsoDateTime
  }

  /** Identity at an OpenID Connect issuer that signs in to an account; at most one for each issuer. */
  oidc_identity: {
    id: string
    account_id: string
    issuer: string
    subject: string
    linked_at: IsoDateTime
    last_used_at: IsoDateTime
  }

  /** WebAuthn credential that an account signs in with. */
  passkey: {
    id: string
    account_id: string
    /** Id from the authenticator, base64url. */
    credential_id: string
    /** COSE key, base64url. */
    public_key: string
    /** Signature counter of the authenticator; 0 if unsupported. */
    counter: number
    /** Transports by which browsers reach the authenticator, separated by spaces. */
    transports: string
    name: string
    created_at: IsoDateTime
    last_used_at: IsoDateTime | null
  }

  totp: {
    account_id: string
    /** TOTP secret, encrypted with a key derived from the server's secret. */
    secret: string
    /** Time step of the last accepted code: a code cannot be used twice. */
    last_step: number
    created_at: IsoDateTime
  }

  /** Single-use replacement for a lost authenticator app; only the SHA-256 is stored. */
  recovery_code: {
    account_id: string
    hash: string
  }

  /** Password link that a person requested, at most one per account; only the SHA-256 of its token is stored. */
  password_link: {
    account_id: string
    token_hash: string
    expires_at: IsoDateTime
    /**
     * Practice whose offer is accepted by choosing the password. Only a server of the previous version writes this
     * column; dropped with `mail_budget`.
     */
    practice_id: Generated<string | null>
  }

  /** Links for choosing a first password: one for each account, practice and `way`. Only the SHA-256 of a token is stored. */
  invitation_link: {
    account_id: string
    practice_id: string
    /** Whether the link came from a mail, the confirmation of a postal invitation, or an operator's command. */
    way: 'mail' | 'letter' | 'operator'
    token_hash: string
    /** 1 if choosing the password also accepts the practice's offer of a staff membership. */
    is_offer: Bit
    expires_at: IsoDateTime
  }

  /** E-mail addresses that receive the practice's mails, confirmed by a mailed link. */
  practice_mailbox: {
    practice_id: string
    address: string
    /** SHA-256 of the link's token; null until the mail is sent, and once the address is confirmed. */
    token_hash: string | null
    token_ends_at: IsoDateTime | null
    confirmed_at: IsoDateTime | null
  }

  /** One-time code that adds the first practice, one for each start of a server; only the SHA-256 is stored. */
  setup_code: {
    code_hash: string
    /** Id of the account that will use the code, to which a passkey is bound before the account exists. */
    admin_id: string
    ends_at: IsoDateTime
    /** Wrong codes since this code was made. */
    wrong: Generated<number>
  }

  attempt: {
    /** Keyed hash (HMAC), because people also type passwords into the username field. */
    key: string
    count: number
    /** End of the delay before the next attempt. */
    delayed_until: IsoDateTime | null
    forgotten_at: IsoDateTime
  }

  /** Queue of mails. Links are created on sending, so none is stored. */
  outbox: {
    id: string
    kind: MailKind
    /** Recipient; null for a mail to a bare e-mail address. */
    account_id: string | null
    /** E-mail address of a recipient without an account. */
    address: string | null
    practice_id: string | null
    created_at: IsoDateTime
    /** End of the lease of a sender, or of the delay after a rejection. */
    claimed_until: IsoDateTime | null
    refusals: Generated<number>
    /** Code of the last rejection by the mail server. */
    refused_by: string | null
    /** Earliest time to send, when a mail limit of the practice deferred the mail. */
    not_before: IsoDateTime | null
    /** When the mail was counted in its practice's budget. */
    counted_at: IsoDateTime | null
    /** Content of the mail beyond its kind. */
    details: Json<Stored['mailDetails']> | null
    /** Order among mails with the same `created_at`. */
    place: Generated<number>
  }

  given_up_mail: {
    id: string
    kind: MailKind
    /** Recipient; null for a mail to a bare e-mail address. */
    account_id: string | null
    address: string | null
    practice_id: string | null
    created_at: IsoDateTime
    given_up_at: IsoDateTime
    reason: string
  }

  /**
   * Replaced by `mail_count`. Only a server of the previous version writes here, possibly beside this one during an
   * update. The release after the next one drops the table.
   */
  mail_budget: {
    practice_id: string
    day: IsoDate
    sent: number
  }

  /** Mails sent to a recipient within the last day, for the rate limits. */
  recipient_mail: {
    mail_id: string
    /** SHA-256 of the e-mail address, because the row outlives the account. */
    recipient_hash: string
    /** Kind of the mail, or the kind that it counts as. */
    kind: string
    sent_at: IsoDateTime
  }

  mail_count: {
    /** Id of a practice or an account. */
    owner: string
    budget: string
    /** Day in UTC. */
    day: IsoDate
    sent: number
  }

  /** Last time a practice requested a mail of a kind to an e-mail address. */
  address_mail: {
    /** SHA-256 of the e-mail address, because the row outlives accounts. */
    address_hash: string
    kind: MailKind
    practice_id: string
    asked_at: IsoDateTime
    /**
     * Replaced by `recipient_mail`. Only a server of the previous version writes this column; dropped with
     * `mail_budget`.
     */
    sent_at: IsoDateTime | null
  }

  /** A stored document, or a stored or reserved logo. The reservation prevents reuse of the upload URL. */
  file: {
    key: string
    created_at: IsoDateTime
    /** SHA-256 of a document; a re-import skips unchanged files. */
    sha256: string | null
    /** Null until measured, for example after a server of the previous version stored the file. */
    practice_id: Generated<string | null>
    bytes: Generated<number | null>
    /**
     * Media type of the content (`typeOfBytes`); empty if unrecognised, null for a file that an earlier version stored.
     */
    sniffed: Generated<string | null>
    /**
     * `fileName` with which a document's content was uploaded; null for a logo or a file that an earlier version
     * stored.
     */
    name: Generated<string | null>
  }

  /** Audit trail, denormalised: only the practice is a foreign key, as all else may be deleted. */
  audit: {
    /** Tie-breaker within a millisecond. */
    id: Generated<number>
    practice_id: string
    at: IsoDateTime
    action: AuditAction
    /** Account that acted; null for an import. */
    account_id: string | null
    account_name: string | null
    /** User name of the account; also null for rows older than the column, until the backfill. */
    account_username: string | null
    client_uuid: string | null
    client_name: string | null
    /** Unused, see `audit_name`. */
    search_text: Generated<string | null>
    /** Details of the action. A read by the practice's own system has the name of its key. */
    details: Json<Stored['auditDetails']> | null
    /** Day of a `read`, in the practices' time zone. Reads are recorded once per reader, client and day. */
    day: Generated<IsoDate | null>
    /** Session of a `viewed-as`, which is recorded once per session and client. */
    session_id: string | null
    /** Removal of a `deleted` or `deleted-all`. */
    removal_id: string | null
  }

  /** Distinct name of an account or client in a practice's audit entries, for searching. */
  audit_name: {
    practice_id: string
    kind: 'account' | 'client'
    /** Id of the account or client. */
    party_id: string
    name: string
    /** User name of an account; empty for a client. */
    username: string
    /** Folded name (see `FOLDED`); null until filled in. */
    search_text: string | null
  }

  client: ClientTable

  /**
   * Replaced by `audit`. Only a server of the previous version writes here, possibly beside this one during an update.
   * `upgradeLog` moves the rows, including rows that an undone removal restores. The release after the next one drops
   * the table.
   */
  client_reading: {
    client_uuid: string
    day: IsoDate
    /** Account that read; empty for the practice's own system. */
    account_id: string
    /** Key of the practice's own system; else empty. */
    key_name: string
    practice_id: string
  }

  /** Record from the practice's system, served as imported: `data` is its JSON, the columns are for queries. */
  patient: {
    uuid: string
    client_uuid: string
    name: string
    data: Json<Stored['patient']>
    /** Practice of the client, for searching (`patientSearch`); null until filled in. */
    practice_id: string | null
    /** Folded name (see `FOLDED`); null until filled in. */
    search_name: string | null
    /** Folded further words of the name. */
    search_words: string | null
    /** Chip number without spaces. */
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
    /** Start in UTC, so that texts sort by time. */
    start: IsoDateTime
    ends_at: IsoDateTime
    status: Appointment['status']
    /** Reminder that the appointment is for; may be unknown, otherwise of the same client. */
    reminder_uuid: string | null
    /** Request that the appointment answers; null for an appointment from an export. */
    request_uuid: Generated<string | null>
    data: Json<Stored['appointment']>
  }

  /** Questions of an owner for an appointment. */
  visit_question: {
    appointment_uuid: string
    practice_id: string
    client_uuid: string
    /** Account that wrote them. No foreign key: an undone removal brings the account back. */
    account_id: string
    /** Empty: the owner has removed them. */
    text: string
    changed_at: IsoDateTime
    /** Change number, which grows with each change of any questions of the practice. */
    number: number
  }

  /** Last change number of a practice, which is locked while a number is issued. */
  visit_question_number: {
    practice_id: string
    number: number
  }

  visit_form: {
    uuid: string
    client_uuid: string
    patient_uuid: string | null
    /** Appointment that the practice states; may be unknown, otherwise of the same client. */
    appointment_uuid: Generated<string | null>
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
    /** Appointment that the practice states; may be unknown, otherwise of the same client. */
    appointment_uuid: Generated<string | null>
    data: Json<Stored['invoice']>
    /** Number of lines; null if no export stated lines. */
    line_count: Generated<number | null>
    lines: Generated<Json<Stored['lineItems']> | null>
  }

  /** Lines from a separate file, whose invoice is not loaded yet. */
  pending_invoice_lines: {
    practice_id: string
    /** UUID of the invoice. */
    uuid: string
    line_count: number
    lines: Json<Stored['lineItems']>
    received_at: IsoDateTime
  }

  logbook_entry: {
    uuid: string
    patient_uuid: string
    date: IsoDate
    data: Json<Stored['logbookEntry']>
  }

  /** Clock and lease of the purge; a single row. */
  purge_clock: {
    id: number
    seen_at: IsoDateTime
    /** Start of the period without a jump of the clock. */
    steady_since: IsoDateTime
    /** When a jump of the clock stopped irreversible removals; null once the clock is confirmed. */
    stopped_at: Generated<IsoDateTime | null>
    /** Day of the last completed nightly retention run. */
    retained_on: Generated<IsoDate | null>
    purger: Generated<string | null>
    lease_until: Generated<IsoDateTime | null>
  }

  last_success: {
    work: PeriodicWork
    at: IsoDateTime
  }

  /** Single row, replaced to test whether writes work. */
  write_probe: {
    id: string
    content: string
  }

  /** Bytes of photos that an account uploaded on a day, including photos removed since. */
  upload_day: {
    account_id: string
    day: IsoDate
    bytes: number
  }

  /** Fingerprints of the secrets that signed tokens. */
  secret: {
    fingerprint: string
    /** 1 for the current secret, else null. */
    current: number | null
    replaced_at: IsoDateTime | null
  }

  /** Key that signs URLs which must outlive the secret. */
  address_key: {
    purpose: string
    /** The key, encrypted with a key derived from the server's secret. */
    sealed: string
  }

  /** Used tokens of single sign-on, where each token works once. */
  used_token: {
    hash: string
    expires_at: IsoDateTime
  }

  /**
   * Signed file URLs that the account got before this time are revoked. There is no foreign key, because the row must survive
   * a removal of the account that is undone later.
   */
  ended_address: {
    account_id: string
    ended_at: IsoDateTime
  }

  /** Calendar URL of a client, private to the owner. */
  calendar_feed: {
    client_uuid: string
    account_id: string
    /** Random id; a new URL gets a new id. */
    id: string
  }

  /** Reminder as last published in the calendar. */
  calendar_event: {
    client_uuid: string
    uuid: string
    sequence: number
    cancelled: Bit
    changed_at: IsoDateTime
    date: IsoDate
    summary: string
  }

  /** Appointment as last published in the calendar. */
  calendar_appointment: {
    client_uuid: string
    uuid: string
    sequence: number
    changed_at: IsoDateTime
    /** Every part of the event that can change. */
    content: Json<Stored['publishedAppointment']>
  }

  shared_card: {
    uuid: string
    client_uuid: string
    account_id: string
    patient_uuid: string
    /** SHA-256 of the secret, so that read access to the database opens no link. */
    secret_hash: string
    parts: Json<Stored['cardParts']>
    note: string | null
    created_at: IsoDateTime
    ends_at: IsoDateTime
    opened_at: IsoDateTime | null
  }

  /** Subscription of an owner to the weekly mail. The subscription ends when the client gets another account. */
  reminder_subscription: {
    client_uuid: string
    account_id: string
    subscribed_at: IsoDateTime
    /** Monday of the last processed week; an owner gets at most one mail a week. */
    week: IsoDate
  }

  /** Reminder as last mailed. */
  mailed_reminder: {
    client_uuid: string
    uuid: string
    date: IsoDate
    /** 1 if mailed as overdue, 0 if mailed as upcoming. */
    late: Bit
  }

  reminder_mail_count: {
    practice_id: string
    week: IsoDate
    sent: number
  }

  /** Counts at the first run of the purge in a month; only of this month and the previous one. */
  month_start: {
    practice_id: string
    /** `YYYY-MM` */
    month: string
    /** First day of the month, or of the server. */
    day: IsoDate
    animals: number
    clients: number
    /** Clients that have opened the practice. */
    users: number
    /** Clients that have not opened their invitation. */
    invited: number
  }

  /** Key with which another system sends a practice's exports; only its SHA-256 is stored. */
  import_key: {
    id: string
    practice_id: string
    name: string
    /** Derived from the scopes, for servers of an earlier version. */
    purpose: Generated<KeyPurpose>
    /** Separated by spaces. Null if a server of an earlier version made the key. */
    scopes: string | null
    hash: string
    made_at: IsoDateTime
    /** Name of the person who made or took over the key, at that time. */
    made_by: string | null
    /** Account of the maker, while the account exists. */
    account_id: string | null
    maker_left: Generated<Bit>
    last_used_at: IsoDateTime | null
    /** Null if a server of an earlier version made the key. */
    ends_at: IsoDateTime | null
    /** 1 once the admins were notified that the key is ending. */
    end_told: Generated<Bit>
  }

  /** Number of the last change of a client that the change feed has numbered. */
  client_feed: {
    practice_id: string
    number: number
  }

  /** Last state of each client that the change feed has numbered. */
  client_change: {
    practice_id: string
    uuid: string
    number: number
    /** Fields of the feed as one text; empty for a client that no longer exists. */
    state: string
  }

  /** Endpoint of another system that receives the events of a practice. */
  webhook_endpoint: {
    id: string
    practice_id: string
    name: string
    url: string
    /** Types of events, separated by spaces. */
    types: string
    state: WebhookState
    reason: WebhookReason | null
    /** Encrypted, like the former secret. */
    secret: string
    former_secret: string | null
    /** Until when the former secret signs too. */
    former_until: IsoDateTime | null
    made_at: IsoDateTime
    /** Failed attempts since the last success. */
    failures: Generated<number>
    failing_since: Generated<IsoDateTime | null>
    /** Earliest time of the next attempt. */
    not_before: Generated<IsoDateTime | null>
    /** End of the lease of the server that sends to the endpoint. */
    lease_until: Generated<IsoDateTime | null>
  }

  /** Event for one endpoint: the queue, and the list of past deliveries. */
  webhook_delivery: {
    /** The order of the queue. */
    id: Generated<number>
    endpoint_id: string
    /** An event has one id, also if several endpoints receive it. */
    event_id: string
    type: string
    at: IsoDateTime
    /** Client whom the event names. */
    subject_uuid: string | null
    data: Json<Stored['eventData']>
    state: DeliveryState
    attempts: Generated<number>
    tried_at: Generated<IsoDateTime | null>
    status: Generated<number | null>
    error: Generated<DeliveryError | null>
    ms: Generated<number | null>
    excerpt: Generated<string | null>
  }

  import_run: {
    /** Id of the run and of its file. */
    id: string
    practice_id: string
    /** Sequence number from the sender; negative for a file that an admin uploaded. */
    sequence: number
    /** SHA-256 of the unpacked export. */
    sha256: string
    bytes: number
    key_name: string
    /** Null if a server of an earlier version stored the run. */
    key_id: Generated<string | null>
    state: ImportState
    received_at: IsoDateTime
    started_at: IsoDateTime | null
    ended_at: IsoDateTime | null
    changes: Json<Stored['importChanges']> | null
    problems: Json<Stored['importProblems']> | null
    warnings: Json<Stored['importWarnings']> | null
    /** Changes that an admin has to confirm before the export is loaded. */
    large: Json<Stored['largeParts']> | null
    confirmed: Generated<0 | 1>
    /** When an admin allowed this sequence number and earlier ones to be used again. */
    reset_at: IsoDateTime | null
    /** Server that has the file, until the end of the lease. */
    server: string | null
    lease_until: IsoDateTime | null
    tries: Generated<number>
    /** Mapping of a CSV file; null for other exports. */
    csv: Json<Stored['csvMapping']> | null
    /** 1 for a dry run, which changes nothing. */
    is_check: Generated<Bit>
  }

  /** CSV file that an admin uploaded. Its dry run and load are the `import_run` with the same id. */
  csv_import: {
    id: string
    practice_id: string
    file_name: string
    bytes: number
    sha256: string
    /** Server that has the file. */
    server: string
    uploaded_at: IsoDateTime
    /** Account of the admin, which may have been deleted since. */
    account_id: string | null
    /** Name of the admin at that time. */
    uploaded_by: string
    layout: Json<Stored['csvFile']>
    mapping: Json<Stored['csvMapping']> | null
    /** Percentage of the present run. */
    progress: Generated<number>
    result: Json<Stored['csvResult']> | null
  }

  /** Published version of a practice's price list. */
  price_list: {
    id: string
    practice_id: string
    version: number
    valid_from: IsoDate
    published_at: IsoDateTime
    /** Name of the member of staff at that time. */
    published_by: string | null
    /** Name of the key, if a system published the version. */
    key_name: string | null
    /** Number of items. */
    count: number
    items: Json<Stored['priceItems']>
  }

  /** Last mapping of a practice for each kind of record. */
  csv_mapping: {
    practice_id: string
    kind: CsvKind
    mapping: Json<Stored['csvMapping']>
    changed_at: IsoDateTime
  }

  import_turn: {
    practice_id: string
    began_at: IsoDateTime
  }

  /**
   * Request of an owner to the practice. Only the account that sent it can see it, not another owner of the same
   * client.
   */
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
    closed_at: IsoDateTime | null
    /** Change number, which grows with each change of any request of the practice. */
    number: number
    former_uuid: string | null
    /** Folded searchable text: client, animal and text. */
    search_text: string
    data: Json<Stored['request']>
    answer: Json<Stored['answer']> | null
    /** When the request last began to wait for the practice; null if only by sending it. */
    turn_at: IsoDateTime | null
    /** Number of that change; null for a request of an earlier version. */
    turn_number: number | null
    /** 1 if the owner has not opened the last message of the practice; null counts as 0. */
    unread: Bit | null
  }

  /** Message in a request, after the request itself. */
  request_message: {
    uuid: string
    request_uuid: string
    client_uuid: string
    /** Order within the request, from 1. */
    position: number
    side: RequestSide
    at: IsoDateTime
    outcome: MessageOutcome | null
    /** Hash of what its sender sent, to recognise the same call again. */
    hash: string
    data: Json<Stored['requestMessage']>
  }

  request_count: {
    practice_id: string
    kind: RequestKind
    state: RequestState
    count: number
  }

  /** Last notifications to a practice about waiting requests. */
  request_notice: {
    practice_id: string
    /** Number of the last request that was mailed as new. */
    told_number: number
    told_at: IsoDateTime | null
    /** Day of the last mail about overdue unseen requests, in the practices' time zone. */
    overdue_told_on: IsoDate | null
  }

  /** Last number that a practice has issued; the row is locked while a number is issued. */
  request_number: {
    practice_id: string
    number: number
  }

  /**
   * Photo of a request or a completed form, stored under its id. `request_uuid` and `answer_id` are null until the request or
   * form is sent.
   */
  request_photo: {
    id: string
    client_uuid: string
    account_id: string
    request_uuid: string | null
    /** Message of the request that has the photo; null for a photo of the request itself. */
    message_uuid: string | null
    answer_id: Generated<string | null>
    position: number
    type: string
    bytes: number
    created_at: IsoDateTime
  }

  request_settings: {
    practice_id: string
    data: Json<Stored['requestSettings']>
  }

  /** Form that a practice asks owners to fill in. */
  form: {
    id: string
    practice_id: string
    kind: FormKind
    /** Last published version; 0 before the first. */
    version: number
    active: Bit
    /** Content of the next version. */
    content: Json<Stored['formContent']>
    /** Appointments for which the form is asked by itself; null for none. */
    rule: Json<Stored['formRule']> | null
    changed_at: IsoDateTime
  }

  /** Published version of a form, which never changes. */
  form_version: {
    form_id: string
    version: number
    content: Json<Stored['formContent']>
    published_at: IsoDateTime
  }

  /** Form that a client was asked to fill in. Its answers are in `form_answer`. */
  form_task: {
    uuid: string
    practice_id: string
    client_uuid: string
    form_id: string
    patient_uuid: string | null
    /** No foreign key: an export may remove the appointment, and the form then lapses. */
    appointment_uuid: string | null
    state: StoredFormState
    asked_at: IsoDateTime
    /** Earlier versions were not shown, so they are not accepted. */
    asked_version: number
    /** Name of the member of staff or of the key; null for the rule of the form. */
    asked_by: string | null
    closed_at: IsoDateTime | null
    /** Change number, which grows with each change of any form of the practice. */
    number: number
  }

  /** Completed form. Its PDF is stored under the id, which is new in each attempt, so that no attempt replaces a file. */
  form_answer: {
    id: string
    task_uuid: string
    client_uuid: string
    /** No foreign key: an undone removal brings the account back. */
    account_id: string
    submission_uuid: string
    version: number
    completed_at: IsoDateTime
    /** User name of the account at that time. */
    completed_by: string
    data: Json<Stored['formAnswered']>
    /** SHA-256 of the stored PDF. */
    sha256: string
  }

  /** Last change number of a practice, which is locked while a number is issued, and the last mail about its forms. */
  form_number: {
    practice_id: string
    number: number
    mailed_number: number
    mailed_at: IsoDateTime | null
  }

  /** Estimate for an owner. An export writes the columns up to `data`; the portal writes the others. */
  estimate: {
    uuid: string
    /** Practice of the client; null only until the transaction of an import ends. */
    practice_id: Generated<string | null>
    client_uuid: string
    patient_uuid: string | null
    date: IsoDate
    valid_until: IsoDate
    withdrawn: Generated<Bit>
    data: Json<Stored['estimate']>
    /** 1 if staff made it in the portal. Staff cannot change the others. */
    from_portal: Generated<Bit>
    /** Hash of the bound content; null until a new estimate is sent. */
    hash: Generated<string | null>
    sent_at: Generated<IsoDateTime | null>
    changed_at: Generated<IsoDateTime | null>
    withdrawn_at: Generated<IsoDateTime | null>
    /** Change number, which grows with each change of any estimate of the practice; 0 until it is numbered. */
    number: Generated<number>
    /** 1 if owner and practice were reminded that the present content lapses. */
    reminded: Generated<Bit>
    /** 1 if it is recorded that the estimate has lapsed. */
    lapsed: Generated<Bit>
  }

  /** Answer of an owner. Only one answer to an estimate is not void. */
  estimate_answer: {
    id: string
    estimate_uuid: string
    client_uuid: string
    /** No foreign key: an undone removal brings the account back. */
    account_id: string | null
    outcome: EstimateOutcome
    answered_at: IsoDateTime
    /** Name of the owner at that time. */
    answered_by: string | null
    /** Hash of the content that the owner has answered. */
    hash: string
    /** SHA-256 of the stored PDF; null without a file. */
    file_hash: string | null
    text: string | null
    /** Lowest and highest sum of the answered content in cents; null for an answer of an earlier version. */
    sum_from: Generated<number | null>
    sum_to: Generated<number | null>
    /** When a change of the content made the answer void. */
    void_at: Generated<IsoDateTime | null>
  }

  /** Last number that a practice has issued; the row is locked while numbers are issued. */
  estimate_number: {
    practice_id: string
    number: number
  }

  estimate_settings: {
    practice_id: string
    data: Json<Stored['estimateSettings']>
  }

  /** Removal of one client, or of all clients of a practice, while it can be undone. */
  removal: {
    id: string
    practice_id: string
    of_all: Bit
    ends_at: IsoDateTime
    outcome: Json<Stored['undoneRemoval']> | null
  }

  /** Registration of a client before the removal. */
  removed_client: {
    client_uuid: string
    removal_id: string
    account_id: string | null
    username: string | null
    registered_at: IsoDateTime | null
    activation: InvitationState | null
    mail_failure: string | null
    locked: Bit
    /** Reason why an undo could not restore the client. */
    obstacle: Obstacle | null
  }

  /** Deleted row of another table, of a removed account or of a client of that account. */
  removed_row: {
    id: Generated<number>
    source: string
    client_uuid: string | null
    account_id: string | null
    data: Json<Stored['archivedRow']>
  }

  /** Row that an export removed directly or through another row, while the removal can be undone. */
  removed_record: {
    id: Generated<number>
    removal_id: string
    source: string
    /** The uuid of a record, or an id that is unique in the table; empty if the table has none. */
    key: string
    client_uuid: string
    /** 1: a line of the export named the record; 0: the row went with another record. */
    named: Bit
    data: Json<Stored['archivedRow']>
  }

  /** Record whose removal was undone: exports that repeat the removal do not remove the record again. */
  kept_record: {
    practice_id: string
    kind: string
    key: string
  }

  /** Former key of a record that another record replaced. Lines with the former key refer to the new record. */
  replaced_record: {
    practice_id: string
    kind: string
    former: string
    key: string
  }

  /** Postal invitation with a registration code; a client has at most one. */
  letter: {
    client_uuid: string
    /** SHA-256 of the code, so that read access to the database reveals no code. */
    code_hash: string
    ends_at: IsoDateTime
    /** Account of the entered e-mail address, which is still to be confirmed. */
    account_id: string | null
    /** SHA-256 of the token in the confirmation mail's link. */
    token_hash: string | null
    token_ends_at: IsoDateTime | null
  }

  address_change: {
    client_uuid: string
    account_id: string
    asked_at: IsoDateTime
    /** SHA-256 of the token in the link of the last mail; null until it is sent. */
    token_hash: string | null
    token_ends_at: IsoDateTime | null
  }

  retention: {
    practice_id: string
    kind: RetentionKind
    /** Null for no limit. */
    years: number | null
    /** Records before this day were removed. Imports skip such records. */
    removed_before: IsoDate | null
    /** Day of the first nightly run that applies `years`; null while the policy is off. */
    starts_on: Generated<IsoDate | null>
  }

  /** File of a deleted record, until the file storage has deleted it. */
  removed_file: {
    key: string
    /** Table and key of the record; null for files without a record. */
    source: Generated<keyof Schema | null>
    id: Generated<string | null>
  }

  /** Practice whose admin has confirmed the clock since its last jump. */
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
export type PriceListTable = Schema['price_list']
export type ImportKeyTable = Schema['import_key']
export type ImportRunTable = Schema['import_run']
export type RequestTable = Schema['request']
export type RequestMessageTable = Schema['request_message']
export type RequestPhotoTable = Selectable<Schema['request_photo']>
export type FormTaskTable = Schema['form_task']
export type FormAnswerTable = Schema['form_answer']
export type EstimateTable = Selectable<Schema['estimate']>
export type EstimateAnswerTable = Selectable<Schema['estimate_answer']>

export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>
