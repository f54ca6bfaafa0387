import type { Context, MiddlewareHandler } from 'hono'
import type { Language } from '#contract/languages.ts'
import type { StaffRole } from '#contract/user.ts'
import type { Ports } from './ports.ts'

/** Who makes the call, as the database has it now; nothing of it comes from the token but the session's id. */
export interface Identity {
  sessionId: string
  signedInAt: string
  accountId: string
  username: string
  firstName: string | null
  lastName: string | null
  /** Of staff only, together with the role. */
  practiceId: string | null
  staffRole: StaffRole | null
  language: Language
}

/** What the host of `createApp` tells beside the request. */
export interface Bindings {
  /** By what the client is counted. A test runner and a browser have none. */
  clientAddress?: string | undefined
}

export interface Env {
  Bindings: Bindings
  Variables: { requestId: string; identity: Identity }
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
  /** Undefined for whatever is not a token of ours that holds now. */
  verify(token: string): Promise<SessionClaims | undefined>
}

/** Work that no answer waits for. */
export interface Background {
  run(name: string, work: () => Promise<void>): void
  /** Resolves once everything that was started has ended. */
  idle(): Promise<void>
}

/** What the routes of every room are made from. */
export interface Services extends Ports {
  tokens: Tokens
  background: Background
  /** Before every route that is not open to all. */
  signedIn: Middleware
}
