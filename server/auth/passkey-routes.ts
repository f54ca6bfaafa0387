import { Hono } from 'hono'
import { newPasskeySchema, passkeyAssertionSchema, passkeyProofSchema } from '#contract/schemas/passkey.ts'
import type { PasskeyProof } from '#contract/passkey.ts'
import type { Env, Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createChallenges } from './challenges.ts'
import { createDevices } from './device.ts'
import {
  addPasskey,
  additionBy,
  creationOptions,
  passkeysOf,
  proveByPasskey,
  removePasskey,
  requestOptions,
} from './passkeys.ts'
import { passwordHashOf } from './queries.ts'
import { signIn, signInCallOf } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

/** How old the session of an account may be that has neither a password nor a passkey to prove itself by. */
const FRESH_MS = 600_000

/** Signing in by a passkey, and a user's own ones. Without a relying party there are none of these. */
export function passkeyRoutes(services: Services): Hono<Env> {
  const { db, clock, passwords, background, settings, signedIn } = services
  const rp = settings.relyingParty
  if (!rp) return new Hono<Env>()
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const challenges = createChallenges(services)
  const using = { db, clock, challenges, rp }
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  /** True, or undefined for whoever does not prove it. */
  async function prove({ currentPassword, assertion }: PasskeyProof, identity: Identity): Promise<true | undefined> {
    const { accountId, signedInAt } = identity
    if (assertion) {
      const proven = await proveByPasskey(using, assertion)
      if (proven?.account.id !== accountId) return undefined
      return (await inTransaction(db, (trx) => proven.use(trx))) || undefined
    }
    if (currentPassword !== undefined) {
      return (await passwords.verify(currentPassword, await passwordHashOf(db, accountId))) || undefined
    }
    const { hasPassword, passkeys } = await passkeysOf(db, accountId)
    const isFresh = clock().getTime() - Date.parse(signedInAt) <= FRESH_MS
    return (!hasPassword && passkeys.length === 0 && isFresh) || undefined
  }

  return new Hono<Env>()
    .get('/user/authenticate/passkey', async (c) => c.json(requestOptions(rp, await challenges.issue('sign-in'))))

    .post('/user/authenticate/passkey', async (c) => {
      const assertion = await validBody(c, passkeyAssertionSchema)
      const proven = await throttle.passkey(c, assertion.id, () => proveByPasskey(using, assertion))
      if (!proven) throw new ProblemError('login-failed')
      const token = await signIn(services, proven.account, signInCallOf(c), async (trx) => {
        if (!(await proven.use(trx))) throw new ProblemError('login-failed')
      })
      await devices.remember(c, proven.account.username)
      return c.json({ token })
    })

    .get('/user/passkeys', signedIn, async (c) => c.json(await passkeysOf(db, c.get('identity').accountId)))

    .post('/user/passkeys/options', signedIn, async (c) => {
      const proof = await validBody(c, passkeyProofSchema)
      const identity = c.get('identity')
      const isProven = await throttle.currentPassword(c, () => prove(proof, identity))
      if (!isProven) throw new ProblemError('current-password-invalid')
      const challenge = await challenges.issue(additionBy(identity.sessionId))
      return c.json(await creationOptions(db, rp, challenge, identity))
    })

    .post('/user/passkeys', signedIn, async (c) => {
      const added = await addPasskey(using, c.get('identity'), await validBody(c, newPasskeySchema))
      deliver()
      return c.json(added, 201)
    })

    .delete('/user/passkeys/:passkeyId', signedIn, async (c) => {
      const { accountId } = c.get('identity')
      if (!(await removePasskey(services, accountId, c.req.param('passkeyId')))) throw new ProblemError('not-found')
      deliver()
      return c.body(null, 204)
    })
}
