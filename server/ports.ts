import type { Database, MailKind } from './db/schema.ts'
import type { Language } from '#contract/languages.ts'
import type { Sheet } from './pdf/sheet.ts'

// What the application needs of the world. `start.ts` gives the real ones, `mocks/` those of the test runner and the browser;
// nothing behind `createApp` imports Node.

export type Clock = () => Date

export interface Passwords {
  hash(password: string): Promise<string>
  /** A null hash takes as long as a real one and is never right, so that an unknown user cannot be told by the time. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** So many are looked at or wait their turn; the next one is refused. */
  atOnce?: number
}

export interface Mail {
  id: string
  kind: MailKind
  to: string
  language: Language
  /** Whether it is about working at the practice; otherwise it is about being its client. */
  isToStaff: boolean
  practiceName: string | null
  practicePhone: string | null
  /** The address that sets a password, in an activation and a reset mail. */
  link: string | null
}

export interface MailCarrier {
  /** Rejects where the mail could not be handed over; it is then tried again later. */
  send(mail: Mail): Promise<void>
}

/** Where files are kept, by a key that is part of their address. Calls reject where that cannot be reached. */
export interface Files {
  /** Whole or not at all. */
  put(key: string, content: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  get(key: string): Promise<StoredFile | undefined>
  /** What is not there is removed already. */
  remove(key: string): Promise<void>
}

/** A file that is read as it is sent; a Blob is one. */
export interface StoredFile {
  size: number
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** What takes up room on a disk. */
export type Stored = 'database' | 'files'

/** Whether there is hardly any room left for it. */
export type Full = (what: Stored) => Promise<boolean>

/** Draws a paper as a PDF. */
export type Pdf = (sheet: Sheet) => Promise<Uint8Array<ArrayBuffer>>

/** One structured line; the fields never hold a secret or personal data. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: Record<string, unknown>) => void

export interface AppSettings {
  /** Where people reach the portal; links in mails start with it. No trailing slash. */
  publicUrl: string
  /** Origins beside its own that may call the API from a browser. */
  allowedOrigins: readonly string[]
  /** Whether the XSRF cookie is marked Secure. */
  https: boolean
  limits: Limits
  /** Undefined: nobody signs in by a token of another party. */
  oauth?: OAuthSettings | undefined
}

/** Whose tokens are as good as a password. */
export interface OAuthSettings {
  /** Where its public keys are. */
  jwksUrl: string
  issuer: string
  /** The name that it has for this portal. */
  audience: string
  /** How long its keys may take to come, and how soon after that a key that is not among them is asked for. */
  timeoutMs?: number
  cooldownMs?: number
}

export interface Limits {
  bodyBytes: number
  logoBytes: number
  urlBytes: number
  concurrentRequests: number
  /** Wrong passwords for one account, or in one browser or session, after which the next has to wait. */
  loginFailures: number
  /** The same for one client address, whatever the accounts. */
  loginAddressFailures: number
  /** So long failures are counted together. */
  loginWindowMs: number
  /** The first wait; each one after it is twice as long, up to the longest. */
  loginDelayMs: number
  loginLongestDelayMs: number
  /** In an hour: mails to one address, and calls from one client address. */
  forgotPerMail: number
  forgotPerAddress: number
  refreshPerMinute: number
}

export interface Ports {
  db: Database
  clock: Clock
  passwords: Passwords
  mail: MailCarrier
  files: Files
  pdf: Pdf
  /** At least 32 bytes; the keys of tokens and anti-forgery cookies are derived from it. */
  secret: Uint8Array
  log: Log
  settings: AppSettings
  /** Aborted once the process is on its way out; readiness then says so. */
  stopping?: AbortSignal
  /** Absent where that is somebody else's care. */
  isFull?: Full
}
