import type { Database, MailDetails, MailKind } from './db/schema.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { ImportWarnings } from '#contract/schemas/imports.ts'
import type { Language } from '#contract/languages.ts'
import type { RequestKind } from '#contract/request.ts'
import type { Letters, Sheet } from './pdf/sheet.ts'
import type { LogEvent } from './log-events.ts'

// Ports of the application (ports and adapters). `node/server.ts` has the real adapters, `mocks/` those of the test runner and the
// browser; nothing behind `createApp` imports Node.

export type Clock = () => Date

export interface Passwords {
  hash(password: string): Promise<string>
  /** With a null hash it takes as long and is false, so that timing does not reveal accounts. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Capacity: running plus waiting; beyond it calls are refused. */
  atOnce?: number
}

export interface Mail {
  id: string
  kind: MailKind
  to: string
  language: Language
  /** Whether the recipient is staff of the practice, otherwise its client. */
  isToStaff: boolean
  practiceName: string | null
  practicePhone: string | null
  /** Where replies go to, if it is a usable address. */
  practiceEmail?: string | null
  /** The client that the mail is about, where its account has several at the practice. */
  clientName?: string | undefined
  /** The password link of an activation or reset mail, and where requests are; else to the portal. */
  link: string | null
  /** Of a mail of reminders. */
  digest?: ReminderDigest
  /** Of a mail to a practice: how many requests of each kind it has not seen. */
  requests?: { kind: RequestKind; count: number }[]
  /** Of a mail to the admins of a practice. */
  details?: MailDetails | undefined
}

/** What is due for the animals of a client, the soonest first. */
export interface ReminderDigest {
  reminders: { date: IsoDate; late: boolean; animal: string | null; what: string | null }[]
  /** How many there are beside those. */
  more: number
  /** Ends these mails without signing in, by POST (RFC 8058). */
  unsubscribeUrl: string
  /** Of the practice. */
  logo?: MailLogo | undefined
}

/** A picture that comes with a mail. */
export interface MailLogo {
  type: string
  bytes: Uint8Array
}

export interface MailCarrier {
  /** Rejects if the mail was not accepted: with a `MailRefusedError` if others may be. It is retried later, unless that is permanent. */
  send(mail: Mail): Promise<void>
}

/** File storage by key. Rejects with a `StorageError` if unavailable. */
export interface Files {
  /** Atomic. */
  put(key: string, content: Uint8Array): Promise<void>
  /** Undefined if there is none. */
  get(key: string): Promise<StoredFile | undefined>
  /** In bytes; undefined if there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** All files, in any order. Absent where the store cannot list them. */
  list?(): AsyncIterable<ListedFile>
}

export interface ListedFile {
  key: string
  modified: Date
}

/** Positions of bytes, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A file to stream, whole or in part. */
export interface StoredFile {
  size: number
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** What takes up room on a disk. */
export type Stored = 'database' | 'files' | 'imports'

/** Whether its disk is nearly full. */
export type Full = (what: Stored) => Promise<boolean>

/** Renders a sheet of a practice, or letters of it, as PDF; the practice has its share of what can be rendered at once. */
export type Pdf = (sheet: Sheet | Letters, practiceId: string) => Promise<Uint8Array<ArrayBuffer>>

/** Image types of a logo. No SVG, which can contain scripts. */
export type ImageKind = 'png' | 'jpg' | 'webp'

/**
 * Returns an image without its metadata, or undefined where it is invalid. `caller` is whose share of the waiting images it takes.
 * Throws `overloaded` where too many wait.
 */
export type Images = (
  kind: ImageKind,
  bytes: Uint8Array<ArrayBuffer>,
  caller: string,
) => Promise<Uint8Array<ArrayBuffer> | undefined>

/** One structured line; the fields never hold a secret or personal data. */
export type Log = (level: 'info' | 'warn' | 'error', event: LogEvent, fields?: Record<string, unknown>) => void

/** An export in the store. */
export interface StoredExport {
  id: string
  practiceId: string
  /** The name of the key by which it was sent. */
  keyName: string
  /** Whether an admin has confirmed what is left out or removed. */
  isConfirmed: boolean
}

export interface LoadedExport {
  /** Why files of records that name none any more are still there: a code. The next export removes them. */
  filesLeft?: string
  /** Whether its file is needed once an admin has confirmed it. */
  isUnconfirmed?: boolean
  /** Numbers of records that the export removed, and that it replaced by others; absent where there are none. */
  removed?: number
  replaced?: number
  /** Numbers of warnings, without what they are about. */
  warnings?: ImportWarnings['kinds']
}

/** Stores the exports that are sent, on this server, until they have been loaded, and loads them. */
export interface Imports {
  /** The id of this server among those of one database. */
  server: string
  /** Rejects with a `ProblemError` for what is too large, or is not what it is said to be; the size and hash are of it unpacked. */
  store(
    id: string,
    body: ReadableStream<Uint8Array>,
    options: { isGzip: boolean },
  ): Promise<{ bytes: number; sha256: string }>
  /** The ids of the exports stored here. */
  stored(): Promise<string[]>
  /** Notes the outcome in the transaction that loads it. Otherwise rejects with an `ImportError`. */
  load(stored: StoredExport): Promise<LoadedExport>
  /** Idempotent. */
  remove(id: string): Promise<void>
  /** Deletes orphans older than a day. */
  deleteOrphans(isNeeded: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<void>
}

/** As WebAuthn calls it. */
export interface RelyingParty {
  /** A host name. */
  id: string
  origin: string
}

/** How full a queue is. */
export interface QueueState {
  running: number
  waiting: number
  /** How many run at once at most. */
  places: number
}

export interface AnsweredCall {
  method: string
  /** Its pattern, which has no ids and no names. */
  route: string
  status: number
  seconds: number
  /** The practice that it was about, of who is signed in and was let in there; else the one where they work. */
  practice?: string | undefined
}

/** Receives measurements. */
export interface Meter {
  answered(call: AnsweredCall): void
  /** The state of a queue is read at each scrape. */
  watch(queue: string, state: () => QueueState): void
}

export interface AppSettings {
  /** Public base URL of the portal, as in mails; no trailing slash. */
  publicUrl: string
  /** The relying party of passkeys. Undefined: no passkeys. */
  relyingParty?: RelyingParty | undefined
  /** CORS allow-list. */
  allowedOrigins: readonly string[]
  /** Whether the XSRF cookie is marked Secure. */
  https: boolean
  limits: Limits
  /** Undefined: single sign-on is off. */
  oauth?: OAuthSettings | undefined
}

/** The trusted issuer of single sign-on. */
export interface OAuthSettings {
  /** Its JWKS. */
  jwksUrl: string
  issuer: string
  /** The portal's audience in its tokens. */
  audience: string
  /** Each token, told apart by its `jti`, is good once. */
  singleUse?: boolean
  /** Time-out of fetching the JWKS, and the minimum interval between two fetches. */
  timeoutMs?: number
  cooldownMs?: number
}

export interface Limits {
  bodyBytes: number
  logoBytes: number
  /** Of an export that is sent: unpacked, and until it is read no further. */
  importBytes: number
  importLines: number
  /** How long one may take to load. */
  importRunMs: number
  urlBytes: number
  /** Bodies that are still arriving, in all and of one IP address. */
  unfinishedBodies: number
  unfinishedBodiesPerAddress: number
  concurrentRequests: number
  /** Failed passwords per account, device or session before a delay. */
  loginFailures: number
  /** The same per IP address, over all accounts. */
  loginAddressFailures: number
  /** The window of counting failures. */
  loginWindowMs: number
  /** The first delay; doubles up to the longest. */
  loginDelayMs: number
  loginLongestDelayMs: number
  /** Wrong codes of a second factor, per account. */
  codesPerHour: number
  codesPerDay: number
  /** Per hour: mails to one e-mail address, and requests from one IP address. */
  forgotPerMail: number
  forgotPerAddress: number
  /** Per hour and account. */
  resetPerAccount: number
  refreshPerMinute: number
  /** Mails that give access. */
  practiceMailsPerDay: number
  /** Uploads, and addresses for them, per account and hour. */
  uploadsPerHour: number
  /** Bytes of photos that an account uploads in a day. */
  photoBytesPerDay: number
  /** Bytes that a practice without a quota of its own may store; 0: no limit. */
  practiceBytes: number
  /** Per account. */
  documentsPerMinute: number
}

export interface FormerSecret {
  secret: Uint8Array
  readUntil: Date
}

export interface Ports {
  db: Database
  /** For statements that may take long. Absent where those of `db` do not block the event loop, or where there is one connection. */
  slowReads?: Database | undefined
  clock: Clock
  /** The database's. Absent where it is on this machine, and so the same. */
  databaseClock?: (() => Promise<Date>) | undefined
  passwords: Passwords
  mail: MailCarrier
  files: Files
  pdf: Pdf
  images: Images
  /** Root secret of at least 32 bytes, from which all signing keys are derived. */
  secret: Uint8Array
  /** The one before: what it has signed is still read. */
  formerSecret?: FormerSecret | undefined
  log: Log
  settings: AppSettings
  /** Aborted at shutdown; readiness then fails. */
  stopping?: AbortSignal
  /** Absent where the host has no disk to keep exports on. */
  imports?: Imports
  /** Absent where the host has no disk to watch. */
  isFull?: Full
  /** The same, while there is still time to make room. */
  isLow?: Full
  /** Absent where nothing is measured. */
  meter?: Meter | undefined
}
