import { type DeviceName, deviceName } from '#contract/session.ts'
import { requireNotLockedOut } from '#server/access/access-level.ts'
import type { Call, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type IssuerSession, type KnownAccount, lockUnchangedAccount, openSession } from './queries.ts'
import { stepAfter } from './second-factor.ts'
import { challengeTo } from './step.ts'

interface SignInCall {
  requestId: string
  device?: DeviceName | undefined
}

export const SIGN_IN_PROBLEMS = ['login-failed', 'second-factor-needed', 'client-locked'] as const
export const SIGN_IN_HEADERS = {
  'Set-Cookie': 'Marks the browser as known, which protects its sign-ins from guessing elsewhere.',
} as const

export const signInCallOf = (c: Call): SignInCall => ({
  requestId: c.get('requestId'),
  device: deviceName(c.req.header('user-agent')),
})

interface SignInOptions {
  /** Runs in the transaction of the session. A throw cancels the sign-in. */
  also?: (trx: DatabaseTransaction) => Promise<void>
  factors?: 1 | 2
  /** Present after a sign-in at an issuer. */
  atIssuer?: IssuerSession
}

interface SignedIn {
  token: string
  /** Present if the session can only set up a second factor. */
  secondFactor?: 'set-up'
}

/**
 * Opens a session for an authenticated account and issues its first token.
 * Throws `second-factor-needed` with a challenge for staff who have a second factor and have not proven it.
 */
export async function signIn(
  services: Pick<Services, 'db' | 'clock' | 'tokens' | 'log' | 'pseudonymOf' | 'settings' | 'secret' | 'formerSecret'>,
  account: KnownAccount,
  { requestId, device }: SignInCall,
  { also, factors = 1, atIssuer }: SignInOptions = {},
): Promise<SignedIn> {
  const { db, clock, tokens, log, pseudonymOf, settings } = services
  const { id: accountId, staffRole } = account
  const now = clock()
  const { sessionId, methods, mustSetUp } = await inTransaction(db, async (trx) => {
    if (!(await lockUnchangedAccount(trx, account))) throw new ProblemError('login-failed')
    await requireNotLockedOut(trx, { accountId, staffRole })
    await also?.(trx)
    const step = factors === 1 ? await stepAfter(trx, account, settings) : { methods: [], mustSetUp: false }
    // Returning instead of throwing commits the transaction, so that a single-use credential is used up.
    if (step.methods.length > 0) return { ...step, sessionId: undefined }
    return {
      ...step,
      sessionId: await openSession(trx, accountId, now, device, { factors, limited: step.mustSetUp, atIssuer }),
    }
  })
  if (sessionId === undefined)
    throw new ProblemError('second-factor-needed', { challenge: await challengeTo(services, account), methods })
  log('info', 'signed-in', { id: requestId, account: await pseudonymOf('account', accountId), factors })
  const token = await tokens.issue({ sessionId, accountId, authTime: Math.floor(now.getTime() / 1000) })
  return { token, ...(mustSetUp && { secondFactor: 'set-up' as const }) }
}
