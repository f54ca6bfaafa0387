import { Hono } from 'hono'
import { newPasskeySchema, passkeyAssertionSchema, passkeyProofSchema } from '#contract/schemas/passkey.ts'
import type { Call, Env, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
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
import { createProofs } from './proof.ts'
import { signIn, signInCallOf } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

/** Signing in by a passkey, and a user's own ones. Without a relying party these routes do not exist. */
export function passkeyRoutes(services: Services): Hono<Env> {
  const { db, clock, background, settings, signedIn, settingUp } = services
  const rp = settings.relyingParty
  if (!rp) return new Hono<Env>()
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const challenges = createChallenges(services)
  const using = { db, clock, challenges, rp }
  const proofs = createProofs(services)
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  async function proven(c: Call) {
    await proofs.require(c, await validBody(c, passkeyProofSchema))
    return c.get('identity')
  }

  return new Hono<Env>()
    .get('/user/authenticate/passkey', async (c) => c.json(requestOptions(rp, await challenges.issue('sign-in'))))

    .post('/user/authenticate/passkey', async (c) => {
      const assertion = await validBody(c, passkeyAssertionSchema)
      const proven = await throttle.passkey(c, assertion.id, () => proveByPasskey(using, assertion))
      if (!proven) throw new ProblemError('login-failed')
      const use = async (trx: DatabaseTransaction) => {
        if (!(await proven.use(trx))) throw new ProblemError('login-failed')
      }
      // A key on a device, and its user verified.
      const opened = await signIn(services, proven.account, signInCallOf(c), { also: use, factors: 2 })
      await devices.remember(c, proven.account.username)
      return c.json(opened)
    })

    .get('/user/passkeys', settingUp, async (c) => c.json(await passkeysOf(db, c.get('identity').accountId)))

    .post('/user/passkeys/options', settingUp, async (c) => {
      const identity = await proven(c)
      const challenge = await challenges.issue(additionBy(identity.sessionId))
      return c.json(await creationOptions(db, rp, challenge, identity))
    })

    .post('/user/passkeys', settingUp, async (c) => {
      const added = await addPasskey(using, c.get('identity'), await validBody(c, newPasskeySchema))
      deliver()
      return c.json(added, 201)
    })

    .post('/user/passkeys/:passkeyId/removal', signedIn, async (c) => {
      const { accountId } = await proven(c)
      if (!(await removePasskey(services, accountId, c.req.param('passkeyId')))) throw new ProblemError('not-found')
      deliver()
      return c.body(null, 204)
    })
}
