import type { CsvDelimiter, CsvEncoding } from '#contract/csv-import.ts'
import type { Database, MailDetails, MailKind } from './db/schema.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { CsvFormat, CsvMapping } from '#contract/schemas/csv-import.ts'
import type { ImportReason } from '#contract/imports.ts'
import type { ImportWarnings } from '#contract/schemas/imports.ts'
import type { Language } from '#contract/languages.ts'
import type { RequestKind } from '#contract/request.ts'
import type { DeliveryError } from '#contract/webhook.ts'
import type { FileTask, UnreadFile } from './pdf/file-pages.ts'
import type { Bundle, FilePages, Letters, Sheet } from './pdf/sheet.ts'
import type { LogEvent } from './log-events.ts'

// Ports of the application (ports and adapters). `node/server.ts` has the real adapters, `mocks/` has those of the test
// runner and the browser. Code behind `createApp` never imports Node.

export type Clock = () => Date

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes equally long for a null hash and returns false, so that timing does not reveal accounts. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Capacity of running plus waiting hashes; further calls are rejected. */
  atOnce?: number
}

export interface Mail {
  id: string
  kind: MailKind
  to: string
  language: Language
  /** Whether the recipient is staff of the practice; otherwise a client. */
  isToStaff: boolean
  practiceName: string | null
  practicePhone: string | null
  /** Reply-to address, if usable. */
  practiceEmail?: string | null
  practiceColour?: string | null
  /** The practice's logo, attached to the mail. */
  logo?: MailLogo | undefined
  /** First name of the owner, in the greeting. */
  firstName?: string | undefined
  /** Client that the mail is about, if the account has several clients at the practice. */
  clientName?: string | undefined
  /** Password link, confirmation link or link to requests; null for a link to the portal. */
  link: string | null
  digest?: ReminderDigest
  requests?: { kind: RequestKind; count: number }[]
  /** Number of estimates that a mail is about. */
  count?: number
  /** Last day of the estimate that a mail is about. */
  endsOn?: IsoDate
  details?: MailDetails | undefined
}

/** Reminders that are due for a client's animals, the soonest first. */
export interface ReminderDigest {
  reminders: { date: IsoDate; late: boolean; animal: string | null; what: string | null }[]
  /** Number of further reminders. */
  more: number
  /** URL that ends these mails by POST without signing in (RFC 8058). */
  unsubscribeUrl: string
}

export interface MailLogo {
  type: string
  bytes: Uint8Array
}

export interface MailCarrier {
  /**
   * Rejects if the mail was not accepted. A `MailRejectedError` concerns this mail only; other errors may concern all.
   * Mails are retried unless the rejection is permanent.
   */
  send(mail: Mail): Promise<void>
}

/** File storage by key. Rejects with a `StorageError` if unavailable. */
export interface Files {
  /**
   * Writes the file atomically. An arriving file is never held in memory as a whole. If its parts or its `accept` fail,
   * the former file stays, and the error is thrown unchanged.
   */
  put(key: string, content: Uint8Array | ArrivingFile): Promise<void>
  /** Resolves to undefined if the file does not exist. */
  get(key: string): Promise<StoredFile | undefined>
  /** Resolves to the size in bytes; undefined if the file does not exist. */
  sizeOf(key: string): Promise<number | undefined>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Lists all files in any order. Absent if the storage cannot list. */
  list?(): AsyncIterable<ListedFile>
}

/** File whose content arrives in parts. */
export interface ArrivingFile {
  size: number
  parts: AsyncIterable<Uint8Array>
  /** Called with the SHA-256 in hexadecimal digits before the file is completed; a rejection refuses the file. */
  accept(sha256: string): Promise<void> | void
}

export interface ListedFile {
  key: string
  modified: Date
}

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  size: number
  stream(range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Kinds of content that need disk space. */
export type Stored = 'database' | 'files' | 'imports'

/** Whether the disk of the content is nearly full. */
export type Full = (what: Stored) => Promise<boolean>

/** Renders a sheet or letters of a practice as PDF; each practice has a limited share of the queue. */
export type Pdf = (sheet: Sheet | Letters, practiceId: string) => Promise<Uint8Array<ArrayBuffer>>

/** Makes bundles of documents and files, apart from single documents, because files may take seconds. */
export interface Bundles {
  /** Returns the pages of a file, or why it has none. Throws `overloaded` if too many files wait. */
  read(file: FileTask, practiceId: string): Promise<FilePages | UnreadFile>
  /** Renders a bundle. Throws `overloaded` if too many wait or it takes too long. */
  draw(bundle: Bundle, practiceId: string): Promise<Uint8Array<ArrayBuffer>>
}

/** Image types of a logo. SVG is excluded, because it can contain scripts. */
export type ImageKind = 'png' | 'jpg' | 'webp'

/**
 * Returns an image without its metadata, or undefined for an invalid image. `caller` identifies the queue share. Throws
 * `overloaded` if too many images wait.
 */
export type Images = (
  kind: ImageKind,
  bytes: Uint8Array<ArrayBuffer>,
  caller: string,
) => Promise<Uint8Array<ArrayBuffer> | undefined>

/** Logs one structured line; the fields never contain a secret or personal data. */
export type Log = (level: 'info' | 'warn' | 'error', event: LogEvent, fields?: Record<string, unknown>) => void

export interface StoredExport {
  id: string
  practiceId: string
  keyName: string
  /** Whether an admin has confirmed the omissions and removals. */
  isConfirmed: boolean
  /** Mapping of a CSV file. */
  csv?: CsvMapping | undefined
  /** Dry run, which changes nothing. */
  isCheck?: boolean
  /** CSV file that an admin uploaded: its file is kept until it is loaded. */
  isUploaded?: boolean
  /** Admin who uploaded the file, while the account exists. */
  by?: { accountId: string; username: string } | undefined
}

export interface LoadedExport {
  /** Error code if files that no record refers to could not be removed. The next import removes them. */
  filesLeft?: string
  /** Whether the export waits for an admin's confirmation. */
  isUnconfirmed?: boolean
  /** Whether the export's file must be kept: nothing was loaded, and an admin decides what follows. */
  isKept?: boolean
  /** Numbers of records that the export removed and replaced; absent if zero. */
  removed?: number
  replaced?: number
  /** Numbers of warnings by kind, without their subjects. */
  warnings?: ImportWarnings['kinds']
}

/** Row of a CSV file, with the number of the line where it begins. */
export interface CsvRow {
  line: number
  cells: string[]
  /** Present for a row whose cells cannot be told apart; `column` is the header of the first wrong cell. */
  problem?: { code: ImportReason; column?: string }
}

/** How a CSV file is written, with its first rows. */
export interface CsvLayout {
  encoding: CsvEncoding
  delimiter: CsvDelimiter
  /** Line of the headers; titles may be above. */
  headerLine: number
  /** Unique names of the columns. */
  columns: string[]
  /** True if the file leaves out empty cells at the end of rows. */
  dropsEmptyCells: boolean
  /** First rows, with shortened cells. */
  rows: { line: number; cells: string[] }[]
  /** More rows, from which a mapping is derived. */
  sample: string[][]
}

/** Stores the sent exports on this server and loads them. */
export interface Imports {
  /** Id of this server among the servers of one database. */
  server: string
  /**
   * Stores a body. Rejects with a `ProblemError` if it is too large or not in the stated format. Size and hash are
   * those of the unpacked content.
   */
  store(
    id: string,
    body: ReadableStream<Uint8Array>,
    options: { isGzip: boolean },
  ): Promise<{ bytes: number; sha256: string }>
  /** Returns the ids of the exports stored on this server. */
  stored(): Promise<string[]>
  /**
   * Loads an export and records the outcome in the same transaction. Otherwise rejects with an `ImportError`.
   * `progress` receives the percentage.
   */
  load(stored: StoredExport, progress?: (percent: number) => void): Promise<LoadedExport>
  /**
   * Returns the layout of a stored CSV file, with the encoding and delimiter that a person chose. Rejects with a
   * `CsvFileError` if the file is no CSV file.
   */
  layout(id: string, format?: CsvFormat): Promise<CsvLayout>
  /** Returns the rows of a stored CSV file, up to a little more than `max`. Rejects like `layout`. */
  rows(id: string, layout: CsvLayout, max: number): Promise<CsvRow[]>
  /** Idempotent. */
  remove(id: string): Promise<void>
  /** Deletes orphans older than a day. */
  deleteOrphans(isNeeded: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<void>
}

/** Relying party in the sense of WebAuthn. */
export interface RelyingParty {
  id: string
  origin: string
}

export interface QueueState {
  running: number
  waiting: number
  /** Maximum number of concurrent tasks. */
  places: number
}

export interface CompletedCall {
  method: string
  /** Pattern of the route, without ids and names. */
  route: string
  status: number
  seconds: number
  /** Practice that the call was about, if the caller has access; otherwise the practice where the caller works. */
  practice?: string | undefined
}

export interface Meter {
  recordCall(call: CompletedCall): void
  /** Registers a queue, whose state is read at each scrape. */
  watch(queue: string, state: () => QueueState): void
}

export interface AppSettings {
  /** Public base URL of the portal, used in mails; no trailing slash. */
  publicUrl: string
  /** Whether mails go out although only this network can open their links; invitations are then refused. */
  isLocal?: boolean | undefined
  /** Relying party of passkeys. If undefined, passkeys are off. */
  relyingParty?: RelyingParty | undefined
  /** CORS allow-list. */
  allowedOrigins: readonly string[]
  /** Whether the XSRF cookie is marked Secure. */
  https: boolean
  limits: Limits
  /** If undefined, single sign-on is off. */
  oauth?: OAuthSettings | undefined
  /** If undefined, staff cannot sign in at an OpenID Connect issuer. */
  oidc?: OidcSettings | undefined
}

/** OpenID Connect issuer at which staff sign in. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Name of the issuer in the texts of the portal. */
  name?: string | undefined
  /** Claim with the user name of the portal, and claim that must be true for the first match by it. */
  usernameClaim: string
  verifiedClaim: string
  /** Values of `acr` that stand for two factors. */
  twoFactorAcr: readonly string[]
  /** Timeout of each call to the issuer. */
  timeoutSeconds?: number
}

/** Trusted issuer of single sign-on. */
export interface OAuthSettings {
  jwksUrl: string
  issuer: string
  /** Audience of the portal in the issuer's tokens. */
  audience: string
  /** Whether each token, identified by its `jti`, works only once. */
  singleUse?: boolean
  /** Timeout of fetching the JWKS, and minimum interval between two fetches. */
  timeoutMs?: number
  cooldownMs?: number
}

export interface Limits {
  bodyBytes: number
  logoBytes: number
  /** Maximum unpacked size and number of lines of an export. */
  importBytes: number
  importLines: number
  /** Maximum time to load an export. */
  importRunMs: number
  urlBytes: number
  /** Maximum number of bodies still arriving, in total and from one IP address. */
  unfinishedBodies: number
  unfinishedBodiesPerAddress: number
  concurrentRequests: number
  /** Failed passwords per account, device or session before a delay. */
  loginFailures: number
  /** Failed passwords per IP address, over all accounts, before a delay. */
  loginAddressFailures: number
  /** Window for counting failures. */
  loginWindowMs: number
  /** First delay; doubles up to the longest. */
  loginDelayMs: number
  loginLongestDelayMs: number
  /** Wrong codes of a second factor, per account. */
  codesPerHour: number
  codesPerDay: number
  /** Per hour: mails to one e-mail address, and requests from one IP address. */
  forgotPerMail: number
  forgotPerAddress: number
  /** Password attempts through links, per account and hour. */
  resetPerAccount: number
  refreshPerMinute: number
  /** Invitations and answers to requests that a practice mails, per day in UTC. */
  practiceMailsPerDay: number
  /** Uploads and requested upload URLs, per account and hour. */
  uploadsPerHour: number
  photoBytesPerDay: number
  /** Bytes that a practice without its own quota may store; 0 means no limit. */
  practiceBytes: number
  /** Documents opened per account and minute. */
  documentsPerMinute: number
  /** Claim bundles per account and hour. */
  claimsPerHour: number
}

export interface FormerSecret {
  secret: Uint8Array
  readUntil: Date
}

/** Result of sending an event. Has a status, or the reason why there was no response. */
export interface WebhookResponse {
  status?: number
  error?: DeliveryError
  /** Beginning of the response's body. */
  excerpt: string
  ms: number
  /** Delay that the response asks for (`Retry-After`). */
  retryAfterMs?: number
}

export interface WebhookSender {
  /** Returns why events may not be sent to a URL; undefined if they may, or if the host is unknown. */
  rejectionOf(url: string): Promise<DeliveryError | undefined>
  /** Never rejects. */
  post(url: string, message: { headers: Record<string, string>; body: string }): Promise<WebhookResponse>
}

export interface Ports {
  db: Database
  /**
   * Connection for slow statements. Absent if `db` does not block the event loop, or if there is only one connection.
   */
  slowReads?: Database | undefined
  /** Opens an empty SQLite database in memory. */
  memoryDatabase: () => Promise<Database>
  clock: Clock
  /** Reads the clock of the database server. Absent if the database runs on this machine. */
  databaseClock?: (() => Promise<Date>) | undefined
  passwords: Passwords
  mail: MailCarrier
  files: Files
  pdf: Pdf
  bundles: Bundles
  images: Images
  /** Root secret of at least 32 bytes, from which all signing keys are derived. */
  secret: Uint8Array
  /** Former secret, whose signatures are still accepted. */
  formerSecret?: FormerSecret | undefined
  log: Log
  settings: AppSettings
  /** Aborted at shutdown; readiness then fails. */
  stopping?: AbortSignal
  /** Absent if the host cannot send events to other systems. */
  webhooks?: WebhookSender | undefined
  /** Absent if the host has no disk for exports. */
  imports?: Imports
  /** Absent if the host has no disk to watch. */
  isFull?: Full
  /** Checks a higher threshold than `isFull`, to warn while there is time to free space. */
  isLow?: Full
  /** Absent if no metrics are collected. */
  meter?: Meter | undefined
}
