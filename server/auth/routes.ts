import { HOUR_MS } from '#contract/dates.ts'
import type { Hono } from 'hono'
import { credentialsSchema, newPasswordSchema, passwordChangeSchema } from '#contract/schemas/credentials.ts'
import { listOf, string, text } from '#contract/schemas/fields.ts'
import {
  passwordInvitationSchema,
  signedInSchema,
  signedOutSchema,
  tokenSchema,
  userSessionSchema,
} from '#contract/schemas/session.ts'
import { userChangeSchema, userSchema } from '#contract/schemas/user.ts'
import { canonicalUsername } from '#contract/email.ts'
import { requireNotLockedOut } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createSemaphore } from '#server/http/semaphore.ts'
import { ProblemError } from '#server/http/problem.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { id, required } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { changeUser } from './change-user.ts'
import { createDevices } from './device.ts'
import {
  changePassword,
  hasPasswordLink,
  invitationOf,
  resetPassword,
  sendPasswordLink,
  validLink,
} from './password.ts'
import { createIdTokenSealer } from './issuer.ts'
import { accountByUsername, closeListedSession, closeSession, closeSessions, sessionsOf, userOf } from './queries.ts'
import { isTooWeak } from './second-factor.ts'
import { SIGN_IN_HEADERS, SIGN_IN_PROBLEMS, signIn, signInCallOf } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

// Empty fields cause `login-failed`, not a validation error.
const signInSchema = credentialsSchema.shape({
  username: text(254).defined('required'),
  password: string().max(1000, 'tooLong').defined('required'),
})

export const authOperations = operations('Session', {
  signIn: post('/user/authenticate', 'anyone', {
    summary: 'Sign in with a username and password',
    description:
      'Staff with a second factor continue with the challenge of second-factor-needed. Owners never need a second factor.',
    body: signInSchema,
    response: signedInSchema,
    headers: SIGN_IN_HEADERS,
    problems: SIGN_IN_PROBLEMS,
  }),
  refreshToken: get('/user/refresh', 'limited account', {
    summary: 'Refresh the token of the session',
    response: tokenSchema,
    problems: ['client-locked', 'rate-limited'],
  }),
  getUser: get('/user', 'limited account', { summary: 'Get the signed-in user', response: userSchema }),
  updateUser: put('/user', 'account', {
    summary: 'Set the language and the name of the user',
    body: userChangeSchema,
    response: userSchema,
  }),
  signOut: remove('/user/session', 'limited account', {
    summary: 'Sign out: end the session of the token',
    description:
      "200 after a sign-in at an OpenID Connect issuer: the browser opens the address to end the person's session there too. 204 otherwise.",
    response: signedOutSchema,
    status: [200, 204],
  }),
  listSessions: get('/user/sessions', 'account', {
    summary: 'List the sessions of the user, latest first',
    response: listOf(userSessionSchema),
  }),
  endOtherSessions: remove('/user/sessions', 'account', {
    summary: 'End all other sessions of the user',
  }),
  endSession: remove('/user/sessions/:sessionId', 'account', {
    summary: 'End a session of the user',
    problems: ['not-found'],
  }),
  requestPasswordLink: post('/password/forgot', 'anyone', {
    summary: 'Request a link that sets the password',
    description: 'The response is the same whether or not the account exists.',
    query: { email: required(id('User name of the account.')) },
  }),
  checkPasswordLink: get('/password/invitation', 'link holder', {
    summary: 'Check a mailed password link',
    description:
      '200 with the practice that invites, its look, the user name and the first name; with `hasPassword`, the person signs in instead of choosing a first password. 204 for any other valid link.',
    response: passwordInvitationSchema,
    status: [200, 204],
    problems: ['reset-token-invalid', 'rate-limited'],
  }),
  resetPassword: post('/password/reset', 'link holder', {
    summary: 'Set the password with a mailed link',
    description: 'Ends all sessions, the URLs of calendars and the links to shared cards.',
    body: newPasswordSchema,
    problems: ['reset-token-invalid', 'password-unchanged'],
  }),
  changePassword: post('/password/change', 'account', {
    summary: 'Change the password',
    description: 'Ends all other sessions; with endLinks also the URLs of calendars and the links to shared cards.',
    body: passwordChangeSchema,
    problems: ['current-password-invalid', 'password-unchanged'],
  }),
})

/** Limit per IP address. A token cannot be guessed, but each attempt costs a query. */
const INVITATIONS_PER_HOUR = 120

export function authRoutes(services: Services): Hono<Env> {
  const { db, clock, passwords, tokens, background, settings, issuer } = services
  const { refreshPerMinute } = settings.limits
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const idTokens = createIdTokenSealer(services)
  const limitRefresh = createRateLimit({ clock, limit: refreshPerMinute, windowMs: 60_000 })
  const limitInvitations = createRateLimit({ clock, limit: INVITATIONS_PER_HOUR, windowMs: HOUR_MS })
  // Limits hashing before the throttle, because a hash rejected after the throttle costs two database writes.
  const limited = createSemaphore(passwords.atOnce ?? Infinity, { maxWaiting: 0 })
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  return routes(services)
    .on(authOperations.signIn, ({ c, body: { username: typed, password } }) => {
      const username = canonicalUsername(typed)
      return limited(async () => {
        const device = await devices.of(c, username)
        const account = await throttle.signIn(c, { username, device }, async () => {
          const found = await accountByUsername(db, username)
          const isRight = await passwords.verify(password, found?.passwordHash ?? null)
          return isRight ? found : undefined
        })
        if (!account) throw new ProblemError('login-failed')
        const opened = await signIn(services, account, signInCallOf(c))
        // While a second factor has to be set up, the password alone must not mark the browser as known.
        if (!opened.secondFactor) await devices.remember(c, username)
        return opened
      })
    })

    .on(authOperations.refreshToken, async ({ c, by }) => {
      const { sessionId, accountId, staffRole, signedInAt } = by
      limitRefresh(c, sessionId)
      if (await isTooWeak(db, by, settings)) throw new ProblemError('unauthenticated')
      await requireNotLockedOut(db, { accountId, staffRole })
      const authTime = Math.floor(Date.parse(signedInAt) / 1000)
      return { token: await tokens.issue({ sessionId, accountId, authTime }) }
    })

    .on(authOperations.getUser, ({ by }) => userOf(db, by))

    .on(authOperations.updateUser, async ({ by, body }) =>
      userOf(db, { ...by, ...(await changeUser(services, by, body)) }),
    )

    .on(authOperations.signOut, async ({ c, by: { accountId, sessionId } }) => {
      const sealed = await closeSession(db, { accountId, sessionId })
      const idToken = sealed === null ? undefined : await idTokens.open(sealed, accountId)
      const url = idToken === undefined ? undefined : await issuer?.signOutUrl(idToken)
      return url === undefined ? c.body(null, 204) : { url }
    })

    .on(authOperations.listSessions, ({ by, now }) => sessionsOf(db, by, now))

    .on(authOperations.endOtherSessions, ({ by: { accountId, sessionId } }) =>
      closeSessions(db, accountId, { but: sessionId }),
    )

    .on(authOperations.endSession, async ({ by, sessionId }) => {
      if (!(await closeListedSession(db, by.accountId, sessionId))) throw new ProblemError('not-found')
    })

    .on(authOperations.requestPasswordLink, async ({ c, query }) => {
      const email = canonicalUsername(query.email)
      await throttle.forgot(c)
      background.run('password-link', async () => {
        if ((await throttle.mayMail(email)) || !(await hasPasswordLink(services, email)))
          await sendPasswordLink(services, email)
      })
    })

    .on(authOperations.checkPasswordLink, async ({ c }) => {
      const address = clientAddressOf(c)
      if (address !== undefined) limitInvitations(c, address)
      return (await invitationOf(services, c.req.header('authorization'))) ?? c.body(null, 204)
    })

    .on(authOperations.resetPassword, async (call) => {
      const token = call.c.req.header('authorization') ?? ''
      const link = await validLink(services, token)
      const { newPassword } = call.body
      await throttle.reset(link.accountId)
      await resetPassword(services, throttle, { link, token, newPassword })
      deliver()
    })

    .on(authOperations.changePassword, async ({ c, by, body }) => {
      await changePassword(services, (check) => throttle.currentPassword(c, check), by, body)
      deliver()
    }).app
}
