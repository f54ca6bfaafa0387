import { Hono } from 'hono'
import { factorProofSchema, newTotpSchema, secondFactorAnswerSchema } from '#contract/schemas/second-factor.ts'
import type { Call, Env, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createDevices } from './device.ts'
import { createProofs } from './proof.ts'
import { secondFactorOf } from './second-factor.ts'
import { signIn, signInCallOf } from './sign-in.ts'
import { challenged } from './step.ts'
import { createThrottle } from './throttle.ts'
import { addTotp, createTotpSealer, offerTotp, proveByCode, removeTotp, renewRecoveryCodes } from './totp.ts'
import { isFirstUse } from './used-tokens.ts'

/** Signing in by a code after a password, and managing one's second factors: for staff only. */
export function secondFactorRoutes(services: Services): Hono<Env> {
  const { db, background, settings, signedIn, settingUp } = services
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const proofs = createProofs(services)
  const using = { ...services, sealer: createTotpSealer(services) }
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  function staffOf(c: Call) {
    const identity = c.get('identity')
    if (identity.staffRole === null) throw new ProblemError('forbidden')
    return identity
  }

  async function proven(c: Call) {
    const identity = staffOf(c)
    await proofs.require(c, await validBody(c, factorProofSchema))
    return identity
  }

  return new Hono<Env>()
    .post('/user/authenticate/second-factor', async (c) => {
      const { challenge, code } = await validBody(c, secondFactorAnswerSchema)
      const asked = await challenged(services, challenge)
      if (!asked) throw new ProblemError('login-failed')
      const { account, use } = asked
      const { username } = account
      const who = { accountId: account.id, device: await devices.of(c, username) }
      const right = await throttle.code(c, who, () => proveByCode(using, account.id, code))
      if (!right) throw new ProblemError('second-factor-invalid')
      const also = async (trx: DatabaseTransaction) => {
        if (!(await isFirstUse(trx, use))) throw new ProblemError('login-failed')
        if (!(await right.use(trx))) throw new ProblemError('second-factor-invalid')
      }
      const opened = await signIn(services, account, signInCallOf(c), { also, factors: 2 })
      await devices.remember(c, username)
      return c.json(opened)
    })

    .get('/user/second-factor', settingUp, async (c) =>
      c.json(await secondFactorOf(db, staffOf(c).accountId, settings)),
    )

    .post('/user/totp/options', settingUp, async (c) => {
      const identity = await proven(c)
      c.header('cache-control', 'no-store')
      return c.json(await offerTotp(using, identity))
    })

    .post('/user/totp', settingUp, async (c) => {
      const identity = staffOf(c)
      const totp = await validBody(c, newTotpSchema)
      const codes = await throttle.currentPassword(c, () => addTotp(using, identity, totp))
      if (!codes) throw new ProblemError('second-factor-invalid')
      deliver()
      c.header('cache-control', 'no-store')
      return c.json(codes, 201)
    })

    .post('/user/totp/recovery-codes', signedIn, async (c) => {
      const { accountId } = await proven(c)
      const codes = await renewRecoveryCodes(services, accountId)
      deliver()
      c.header('cache-control', 'no-store')
      return c.json(codes, 201)
    })

    .post('/user/totp/removal', signedIn, async (c) => {
      await removeTotp(services, await proven(c))
      deliver()
      return c.body(null, 204)
    })
}
