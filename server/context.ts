import type { Context, MiddlewareHandler } from 'hono'
import type { Language } from '#contract/languages.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { Ports } from './ports.ts'

/** Authenticated account, read from the database on every call; the token only contains the session's id. */
export interface Identity {
  sessionId: string
  signedInAt: string
  factors: 1 | 2
  /** Issuer at which the person signed in, and when the person last proved their identity there, if known. */
  issuer: string | null
  authenticatedAt: string | null
  /** Whether the session may only set up a second factor. */
  limited: boolean
  accountId: string
  username: string
  /** Name that the person chose, or that the first practice typed; other practices use `namesAt`. */
  firstName: string | null
  lastName: string | null
  /** First practice of a member of staff; null together with the role for owners. */
  practiceId: string | null
  staffRole: StaffRole | null
  language: Language
  /** Practice that the call is about, set once access is granted. */
  calledPracticeId?: string
  /** Clients whose data is in the response to staff, see `access-log/reads.ts`. */
  reads: Reads
}

/** Kind of read by client id. */
export type Reads = Map<string, 'read' | 'viewed-as'>

/** An account, with a session unless a signed URL was used; or the practice's own system, by the name of its key. */
export type Reader = { accountId: string; sessionId?: string } | { keyName: string }

/**
 * Records reads of clients by staff or the practice's own system, before the response is sent. `read` is recorded once
 * per reader, client and day; `viewed-as` once per session and client. A failed write is logged and does not block
 * reading.
 */
export type RecordReads = (reader: Reader, reads: Reads) => Promise<void>

export interface Bindings {
  /** IP address of the client, for rate limits. Absent in a test runner and in a browser. */
  clientAddress?: string | undefined
  /** Id of the request as a part of which this one is made. */
  requestId?: string | undefined
  /** Identity of the call as a part of which this one is made, once it is authenticated. */
  identity?: Identity | undefined
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
  /** Time of the sign-in, in seconds since 1970. */
  authTime: number
}

export interface Tokens {
  issue(claims: SessionClaims): Promise<string>
  /** Returns undefined for an invalid or expired token. */
  verify(token: string): Promise<SessionClaims | undefined>
}

export interface Background {
  run(name: string, work: () => Promise<void>): void
  /** Resolves once all started work has ended. */
  idle(): Promise<void>
}

export type Pseudonym = (kind: 'account' | 'address', subject: string | undefined) => Promise<string | undefined>

/** Person whom the issuer authenticated. The pair of `issuer` and `subject` never belongs to another person. */
export interface Authenticated {
  issuer: string
  subject: string
  /** User name in the configured claim. */
  username?: string
  /** Whether the issuer states that it verified the address. */
  isVerified: boolean
  factors: 1 | 2
  /** `amr` and `acr` as received, for the record of the session. */
  methods: string
  /** When the person last proved their identity to the issuer; absent if the issuer does not say. */
  authenticatedAt?: string
  idToken: string
}

/** Values of one sign-in that the issuer must return or prove. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
}

/** OpenID Connect issuer at which staff sign in. */
export interface Issuer {
  /** Returns the address of the issuer's sign-in page. `isFresh` asks the issuer to authenticate the person again. */
  signInUrl(expected: Expected, options: { isFresh: boolean }): Promise<string>
  /** Redeems the code in the query of the callback. Throws an `OidcRefusal` if any check fails. */
  authenticate(query: string, expected: Expected): Promise<Authenticated>
  /** Returns the address that ends the person's session at the issuer; undefined if the issuer has none or is down. */
  signOutUrl(idToken: string): Promise<string | undefined>
}

export interface Services extends Ports {
  tokens: Tokens
  background: Background
  pseudonymOf: Pseudonym
  /** For calls without a session, such as files by signed URL; `signedIn` records calls with a session. */
  recordReads: RecordReads
  signedIn: Middleware
  /** Authentication middleware that also accepts sessions limited to setting up a second factor. */
  settingUp: Middleware
  /** OpenID Connect issuer of the settings. */
  issuer: Issuer | undefined
}
