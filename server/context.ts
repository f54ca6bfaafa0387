import type { Context, MiddlewareHandler } from 'hono'
import type { Language } from '#contract/languages.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { Ports } from './ports.ts'

/** The authenticated account, read from the database on every call; the token only carries the session's id. */
export interface Identity {
  sessionId: string
  signedInAt: string
  /** By how many factors. */
  factors: 1 | 2
  /** Only to set up a second factor. */
  limited: boolean
  accountId: string
  username: string
  /** As the person chose them, or as the first practice typed them: other practices use `namesAt`. */
  firstName: string | null
  lastName: string | null
  /** Of staff only, together with the role. */
  practiceId: string | null
  staffRole: StaffRole | null
  language: Language
  /** The practice that the call is about, once it was let in. */
  calledPracticeId?: string
  /** Clients whose data the response to staff holds, see `access-log/reads.ts`. */
  reads: Reads
}

/** Reads of clients by their ids. */
export type Reads = Map<string, 'read' | 'viewed-as'>

/** An account, in a session unless by a signed URL; or the practice's own system, by the name of its key. */
export type Reader = { accountId: string; sessionId?: string } | { keyName: string }

/**
 * Records before a response is sent that staff or the practice's own system read clients: `read` once per reader, client and day,
 * `viewed-as` once per session and client. Where that cannot be written it is logged, and reading goes on.
 */
export type RecordReads = (reader: Reader, reads: Reads) => Promise<void>

/** What the host of `createApp` passes with a request. */
export interface Bindings {
  /** The client's IP address, for rate limits. A test runner and a browser have none. */
  clientAddress?: string | undefined
}

export interface Env {
  Bindings: Bindings
  Variables: { requestId: string; identity: Identity; body: Uint8Array<ArrayBuffer> }
}

export type Call = Context<Env>
export type Middleware = MiddlewareHandler<Env>

export interface SessionClaims {
  sessionId: string
  accountId: string
  /** Seconds; of the sign-in itself. */
  authTime: number
}

export interface Tokens {
  issue(claims: SessionClaims): Promise<string>
  /** Undefined for an invalid or expired token. */
  verify(token: string): Promise<SessionClaims | undefined>
}

/** Fire-and-forget work. */
export interface Background {
  run(name: string, work: () => Promise<void>): void
  /** Resolves once all started work has ended. */
  idle(): Promise<void>
}

/** What the log calls an account or a client address. */
export type Pseudonym = (kind: 'account' | 'address', whose: string | undefined) => Promise<string | undefined>

/** The dependencies of every route. */
export interface Services extends Ports {
  tokens: Tokens
  background: Background
  pseudonymOf: Pseudonym
  /** For calls without a session, such as files by their signed URL; those with one are recorded by `signedIn`. */
  recordReads: RecordReads
  /** Authentication middleware. */
  signedIn: Middleware
  /** The same, also for a session that is limited to setting up a second factor. */
  settingUp: Middleware
}
