import { HOUR_MS } from '#contract/dates.ts'
import { Hono } from 'hono'
import { credentialsSchema, newPasswordSchema, passwordChangeSchema } from '#contract/schemas/credentials.ts'
import { string, text } from '#contract/schemas/fields.ts'
import { userChangeSchema } from '#contract/schemas/user.ts'
import { canonicalUsername } from '#contract/email.ts'
import { requireNotLockedOut } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { readId } from '#server/http/paging.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createSemaphore } from '#server/http/semaphore.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
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
import { accountByUsername, closeSession, closeSessions, sessionsOf, userOf } from './queries.ts'
import { isTooWeak } from './second-factor.ts'
import { signIn, signInCallOf } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

// Empty fields are a failed login, not a validation error.
export const signInSchema = credentialsSchema.shape({
  username: text(254).defined('required'),
  password: string().max(1000, 'tooLong').defined('required'),
})

/** From one IP address: there is no guessing such a token, but each costs a look. */
const INVITATIONS_PER_HOUR = 120

export function authRoutes(services: Services): Hono<Env> {
  const { db, clock, passwords, tokens, background, settings, signedIn, settingUp } = services
  const { refreshPerMinute } = settings.limits
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const limitRefresh = createRateLimit({ clock, limit: refreshPerMinute, windowMs: 60_000 })
  const limitInvitations = createRateLimit({ clock, limit: INVITATIONS_PER_HOUR, windowMs: HOUR_MS })
  // Refused before the throttle where the hash would be refused after it: that saves two writes to the database.
  const limited = createSemaphore(passwords.atOnce ?? Infinity, { maxWaiting: 0 })
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  return new Hono<Env>()
    .post('/user/authenticate', async (c) => {
      const { username: typed, password } = await validBody(c, signInSchema)
      const username = canonicalUsername(typed)
      return await limited(async () => {
        const device = await devices.of(c, username)
        const account = await throttle.signIn(c, { username, device }, async () => {
          const found = await accountByUsername(db, username)
          const isRight = await passwords.verify(password, found?.passwordHash ?? null)
          return isRight ? found : undefined
        })
        if (!account) throw new ProblemError('login-failed')
        const opened = await signIn(services, account, signInCallOf(c))
        // Not where a second factor is still to be set up: the password alone would make this browser a known one.
        if (!opened.secondFactor) await devices.remember(c, username)
        return c.json(opened)
      })
    })

    .get('/user/refresh', settingUp, async (c) => {
      const identity = c.get('identity')
      const { sessionId, accountId, staffRole, signedInAt } = identity
      limitRefresh(sessionId)
      if (await isTooWeak(db, identity, settings)) throw new ProblemError('unauthenticated')
      await requireNotLockedOut(db, { accountId, staffRole })
      const authTime = Math.floor(Date.parse(signedInAt) / 1000)
      return c.json({ token: await tokens.issue({ sessionId, accountId, authTime }) })
    })

    .get('/user', settingUp, async (c) => c.json(await userOf(db, c.get('identity'))))

    .delete('/user/session', settingUp, async (c) => {
      const { accountId, sessionId } = c.get('identity')
      await closeSessions(db, accountId, { only: sessionId })
      return c.body(null, 204)
    })

    .get('/user/sessions', signedIn, async (c) => c.json(await sessionsOf(db, c.get('identity'), clock())))

    .delete('/user/sessions', signedIn, async (c) => {
      const { accountId, sessionId } = c.get('identity')
      await closeSessions(db, accountId, { but: sessionId })
      return c.body(null, 204)
    })

    .delete('/user/sessions/:sessionId', signedIn, async (c) => {
      const isClosed = await closeSession(db, c.get('identity').accountId, c.req.param('sessionId'))
      if (!isClosed) throw new ProblemError('not-found')
      return c.body(null, 204)
    })

    .put('/user', signedIn, async (c) => {
      const change = await validBody(c, userChangeSchema)
      const identity = c.get('identity')
      return c.json(await userOf(db, { ...identity, ...(await changeUser(services, identity, change)) }))
    })

    .post('/password/forgot', async (c) => {
      const email = canonicalUsername(readId(c, 'email'))
      await throttle.forgot(c)
      background.run('password-link', async () => {
        if ((await throttle.mayMail(email)) || !(await hasPasswordLink(services, email)))
          await sendPasswordLink(services, email)
      })
      return c.body(null, 204)
    })

    .get('/password/invitation', async (c) => {
      const address = clientAddressOf(c)
      if (address !== undefined) limitInvitations(address)
      const invitation = await invitationOf(services, c.req.header('authorization'))
      return invitation ? c.json(invitation) : c.body(null, 204)
    })

    .post('/password/reset', async (c) => {
      const token = c.req.header('authorization') ?? ''
      const link = await validLink(services, token)
      const { newPassword } = await validBody(c, newPasswordSchema)
      await throttle.reset(link.accountId)
      await resetPassword(services, throttle, { link, token, newPassword })
      deliver()
      return c.body(null, 204)
    })

    .post('/password/change', signedIn, async (c) => {
      const body = await validBody(c, passwordChangeSchema)
      await changePassword(services, (check) => throttle.currentPassword(c, check), c.get('identity'), body)
      deliver()
      return c.body(null, 204)
    })
}
