import { type DeviceName, deviceName } from '#contract/device.ts'
import { isLockedOut } from '#server/access/access-level.ts'
import type { Call, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type KnownAccount, holdAccount, openSession } from './queries.ts'

/** The call by which somebody signs in. */
interface SignInCall {
  requestId: string
  device?: DeviceName | undefined
}

export const signInCallOf = (c: Call): SignInCall => ({
  requestId: c.get('requestId'),
  device: deviceName(c.req.header('user-agent')),
})

/**
 * Opens a session for an authenticated account and issues its first token. `also` is done in the session's transaction, or
 * refuses it.
 */
export async function signIn(
  { db, clock, tokens, log, pseudonymOf }: Pick<Services, 'db' | 'clock' | 'tokens' | 'log' | 'pseudonymOf'>,
  account: KnownAccount,
  { requestId, device }: SignInCall,
  also: (trx: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<string> {
  const { id: accountId, staffRole } = account
  const now = clock()
  const sessionId = await inTransaction(db, async (trx) => {
    if (!(await holdAccount(trx, account))) throw new ProblemError('login-failed')
    if (await isLockedOut(trx, { accountId, staffRole })) throw new ProblemError('client-locked')
    await also(trx)
    return await openSession(trx, accountId, now, device)
  })
  log('info', 'signed-in', { id: requestId, account: await pseudonymOf('account', accountId) })
  return await tokens.issue({ sessionId, accountId, authTime: Math.floor(now.getTime() / 1000) })
}
