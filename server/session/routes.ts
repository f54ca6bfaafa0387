import { Hono } from 'hono'
import { credentialsSchema, newPasswordSchema, passwordChangeSchema } from '#contract/credentials.ts'
import { string, text } from '#contract/fields.ts'
import { userChangeSchema } from '#contract/user.ts'
import { isLockedOut, standingAsOwner, unlockedOnly } from '#server/access.ts'
import { toClient } from '#server/clients/client-row.ts'
import type { Env, Services } from '#server/http/context.ts'
import { readId } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { practicesOf } from '#server/practice/queries.ts'
import { changePassword, linkOwner, resetPassword, sendPasswordLink } from './password.ts'
import { accountByUsername, openSession, setLanguage, userOf } from './queries.ts'

// Empty fields are a failed sign-in like any other, not something to be told about.
const signInSchema = credentialsSchema.shape({
  username: text(254).defined('required'),
  password: string().max(1000, 'tooLong').defined('required'),
})

export function sessionRoutes(services: Services): Hono<Env> {
  const { db, clock, passwords, tokens, background, log, settings, signedIn } = services
  const { bodyBytes } = settings.limits
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  return new Hono<Env>()
    .post('/user/authenticate', async (c) => {
      const { username, password } = await validBody(c, signInSchema, bodyBytes)
      const account = await accountByUsername(db, username.trim().toLowerCase())
      const isRight = await passwords.verify(password, account?.passwordHash ?? null)
      if (!account || !isRight) throw new ProblemError('login-failed')
      const { id: accountId, staffRole } = account
      if (await isLockedOut(db, { accountId, staffRole })) throw new ProblemError('client-locked')
      const now = clock()
      const sessionId = await openSession(db, accountId, now)
      log('info', 'signed-in', { id: c.get('requestId'), account: accountId })
      const authTime = Math.floor(now.getTime() / 1000)
      return c.json({ token: await tokens.issue({ sessionId, accountId, authTime }) })
    })

    .get('/user/refresh', signedIn, async (c) => {
      const { sessionId, accountId, staffRole, signedInAt } = c.get('identity')
      if (await isLockedOut(db, { accountId, staffRole })) throw new ProblemError('client-locked')
      const authTime = Math.floor(Date.parse(signedInAt) / 1000)
      return c.json({ token: await tokens.issue({ sessionId, accountId, authTime }) })
    })

    .get('/user', signedIn, async (c) => c.json(await userOf(db, c.get('identity'))))

    .put('/user', signedIn, async (c) => {
      const { language } = await validBody(c, userChangeSchema, bodyBytes)
      const identity = c.get('identity')
      await setLanguage(db, identity.accountId, language)
      return c.json(await userOf(db, { ...identity, language }))
    })

    .get('/user/practices', signedIn, async (c) => c.json(await practicesOf(db, c.get('identity').accountId)))

    .get('/user/client', signedIn, async (c) => {
      const { client, standing } = await standingAsOwner(db, c.get('identity'), readId(c, 'practiceId'))
      unlockedOnly(standing)
      return c.json(await toClient(db, client))
    })

    .post('/password/forgot', (c) => {
      const email = readId(c, 'email').trim().toLowerCase()
      background.run('password-link', () => sendPasswordLink(services, email))
      return c.body(null, 204)
    })

    .post('/password/reset', async (c) => {
      const token = c.req.header('authorization') ?? ''
      await linkOwner(services, token)
      const { newPassword } = await validBody(c, newPasswordSchema, bodyBytes)
      await resetPassword(services, token, newPassword)
      deliver()
      return c.body(null, 204)
    })

    .post('/password/change', signedIn, async (c) => {
      await changePassword(services, c.get('identity'), await validBody(c, passwordChangeSchema, bodyBytes))
      deliver()
      return c.body(null, 204)
    })
}
