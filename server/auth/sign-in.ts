import { type DeviceName, deviceName } from '#contract/session.ts'
import { requireNotLockedOut } from '#server/access/access-level.ts'
import type { Call, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type KnownAccount, holdAccount, openSession } from './queries.ts'
import { stepAfter } from './second-factor.ts'
import { challengeTo } from './step.ts'

/** The sign-in call. */
interface SignInCall {
  requestId: string
  device?: DeviceName | undefined
}

/** Problem codes of a call that signs in by one factor. */
export const SIGN_IN_PROBLEMS = ['login-failed', 'second-factor-needed', 'client-locked'] as const

export const signInCallOf = (c: Call): SignInCall => ({
  requestId: c.get('requestId'),
  device: deviceName(c.req.header('user-agent')),
})

interface SignInOptions {
  /** Done in the session's transaction, or refuses it. */
  also?: (trx: DatabaseTransaction) => Promise<void>
  /** How many the account has proven. */
  factors?: 1 | 2
}

interface SignedIn {
  token: string
  /** The session is good for nothing but setting one up. */
  secondFactor?: 'set-up'
}

/**
 * Opens a session for an authenticated account and issues its first token. Staff who have a second factor, and have not proven it,
 * get a challenge instead (`second-factor-needed`).
 */
export async function signIn(
  services: Pick<Services, 'db' | 'clock' | 'tokens' | 'log' | 'pseudonymOf' | 'settings' | 'secret' | 'formerSecret'>,
  account: KnownAccount,
  { requestId, device }: SignInCall,
  { also, factors = 1 }: SignInOptions = {},
): Promise<SignedIn> {
  const { db, clock, tokens, log, pseudonymOf, settings } = services
  const { id: accountId, staffRole } = account
  const now = clock()
  const { sessionId, methods, mustSetUp } = await inTransaction(db, async (trx) => {
    if (!(await holdAccount(trx, account))) throw new ProblemError('login-failed')
    await requireNotLockedOut(trx, { accountId, staffRole })
    await also?.(trx)
    const step = factors === 1 ? await stepAfter(trx, account, settings) : { methods: [], mustSetUp: false }
    // A single-use credential is used up all the same.
    if (step.methods.length > 0) return { ...step, sessionId: undefined }
    return {
      ...step,
      sessionId: await openSession(trx, accountId, now, device, { factors, limited: step.mustSetUp }),
    }
  })
  if (sessionId === undefined)
    throw new ProblemError('second-factor-needed', { challenge: await challengeTo(services, account), methods })
  log('info', 'signed-in', { id: requestId, account: await pseudonymOf('account', accountId) })
  const token = await tokens.issue({ sessionId, accountId, authTime: Math.floor(now.getTime() / 1000) })
  return { token, ...(mustSetUp && { secondFactor: 'set-up' as const }) }
}
