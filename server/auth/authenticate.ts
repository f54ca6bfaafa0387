import { prepared } from '#server/db/prepared.ts'
import type { Database } from '#server/db/schema.ts'
import type { Clock } from '#server/ports.ts'
import { sessionHasEnded } from './token.ts'
import type { Middleware, RecordReads, Tokens } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'

/**
 * Authenticates by the session token in `Authorization`, which has no scheme. The session must still exist.
 * `settingUp` also accepts a session that is limited to setting up a second factor; `signedIn` rejects such a
 * session. `signedIn` also records the clients whose data a response to staff contains.
 */
export function authenticate({
  db,
  clock,
  tokens,
  recordReads,
}: {
  db: Database
  clock: Clock
  tokens: Tokens
  recordReads: RecordReads
}): {
  signedIn: Middleware
  settingUp: Middleware
} {
  const identityOf = identities(db)
  const settingUp = middleware({ identityOf, clock, tokens })
  return {
    settingUp,
    signedIn: (c, next) =>
      settingUp(c, async () => {
        const { limited, accountId, sessionId, reads } = c.get('identity')
        if (limited) throw new ProblemError('second-factor-required')
        await next()
        if (reads.size > 0 && c.res.ok && c.res.body !== null) await recordReads({ accountId, sessionId }, reads)
      }),
  }
}

function middleware({
  identityOf,
  clock,
  tokens,
}: {
  identityOf: ReturnType<typeof identities>
  clock: Clock
  tokens: Tokens
}): Middleware {
  return async (c, next) => {
    const token = c.req.header('authorization')
    const claims = token ? await tokens.verify(token) : undefined
    if (!claims || sessionHasEnded(claims.authTime, clock())) throw new ProblemError('unauthenticated')
    const [identity] = await identityOf({ sessionId: claims.sessionId })
    if (identity?.accountId !== claims.accountId) throw new ProblemError('unauthenticated')
    c.set('identity', { ...identity, limited: identity.limited === 1, reads: new Map() })
    await next()
  }
}

const identities = (db: Database) =>
  prepared(db, ({ sessionId }: { sessionId: string }) =>
    db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select([
        'session.id as sessionId',
        'session.signed_in_at as signedInAt',
        'session.factors',
        'session.limited',
        'session.issuer',
        'session.authenticated_at as authenticatedAt',
        'account.id as accountId',
        'account.username',
        'account.first_name as firstName',
        'account.last_name as lastName',
        'account.practice_id as practiceId',
        'account.staff_role as staffRole',
        'account.language',
      ])
      .where('session.id', '=', sessionId),
  )
