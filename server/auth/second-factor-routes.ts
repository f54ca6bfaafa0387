import type { Hono } from 'hono'
import {
  type FactorProof,
  factorProofSchema,
  newTotpSchema,
  recoveryCodesSchema,
  secondFactorAnswerSchema,
  secondFactorSchema,
  totpOptionsSchema,
} from '#contract/schemas/second-factor.ts'
import { tokenSchema } from '#contract/schemas/session.ts'
import type { Call, Env, Identity, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { get, operations, post } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { createDevices } from './device.ts'
import { browserCookie, createPendingSignIns } from './pending-sign-ins.ts'
import { PROOF_PROBLEMS, createProofs } from './proof.ts'
import { secondFactorOf } from './second-factor.ts'
import { SIGN_IN_HEADERS, signIn, signInCallOf } from './sign-in.ts'
import { challenged } from './step.ts'
import { createThrottle } from './throttle.ts'
import { addTotp, createTotpSealer, offerTotp, proveByCode, removeTotp, renewRecoveryCodes } from './totp.ts'
import { isFirstUse } from './challenges.ts'

export const secondFactorOperations = operations('Session', {
  signInByCode: post('/user/authenticate/second-factor', 'anyone', {
    summary: 'Sign in with the code that follows a password',
    description:
      'The challenge is that of the problem second-factor-needed; it is valid for five minutes, once. The code is of the authenticator app, or a recovery code; each is valid once. login-failed: the challenge is no longer valid. second-factor-invalid: the code is wrong.',
    body: secondFactorAnswerSchema,
    response: tokenSchema,
    headers: SIGN_IN_HEADERS,
    problems: ['login-failed', 'second-factor-invalid', 'client-locked'],
  }),
  getSecondFactor: get('/user/second-factor', 'limited account', {
    summary: 'Get the second factors of the user; for staff',
    response: secondFactorSchema,
    problems: ['forbidden'],
  }),
  offerTotp: post('/user/totp/options', 'limited account', {
    summary: 'Get a secret for an authenticator app (RFC 6238); for staff',
    description:
      'Needs a proof, as a new passkey does. Nothing is stored yet; the response is valid for half an hour, and for this session.',
    body: factorProofSchema,
    response: totpOptionsSchema,
    problems: ['forbidden', ...PROOF_PROBLEMS],
  }),
  addTotp: post('/user/totp', 'limited account', {
    summary: 'Confirm the authenticator app with a code and get the recovery codes, once',
    body: newTotpSchema,
    response: recoveryCodesSchema,
    status: 201,
    problems: ['forbidden', 'second-factor-invalid'],
  }),
  renewRecoveryCodes: post('/user/totp/recovery-codes', 'account', {
    summary: 'Replace the recovery codes; needs a proof',
    body: factorProofSchema,
    response: recoveryCodesSchema,
    status: 201,
    problems: ['forbidden', 'not-found', ...PROOF_PROBLEMS],
  }),
  removeTotp: post('/user/totp/removal', 'account', {
    summary: 'Remove the authenticator app with its recovery codes; needs a proof',
    body: factorProofSchema,
    problems: ['forbidden', 'not-found', ...PROOF_PROBLEMS],
  }),
})

/** Routes of second factors and of sign-in by code. Only staff have second factors. */
export function secondFactorRoutes(services: Services): Hono<Env> {
  const { db, background, settings } = services
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const proofs = createProofs(services)
  const pending = createPendingSignIns(services)
  const cookie = browserCookie(settings.https)
  const using = { ...services, sealer: createTotpSealer(services) }
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  function requireAnyStaff({ staffRole }: Identity) {
    if (staffRole === null) throw new ProblemError('forbidden')
  }

  async function proven(call: { c: Call; by: Identity; readonly body: FactorProof }) {
    requireAnyStaff(call.by)
    await proofs.require(call.c, call.body)
    return call.by
  }

  return routes(services)
    .on(secondFactorOperations.signInByCode, async ({ c, body: { challenge, code } }) => {
      const found = await challenged(services, challenge)
      if (!found) throw new ProblemError('login-failed')
      const { account, use } = found
      const { username } = account
      const caller = { accountId: account.id, device: await devices.of(c, username) }
      const right = await throttle.code(c, caller, () => proveByCode(using, account.id, code))
      if (!right) throw new ProblemError('second-factor-invalid')
      const also = async (trx: DatabaseTransaction) => {
        if (!(await isFirstUse(trx, use))) throw new ProblemError('login-failed')
        if (!(await right.use(trx))) throw new ProblemError('second-factor-invalid')
      }
      const browser = cookie.of(c)
      const atIssuer = browser && (await pending.afterCode(challenge, browser))
      const opened = await signIn(services, account, signInCallOf(c), {
        also,
        factors: 2,
        ...(atIssuer && { atIssuer }),
      })
      await devices.remember(c, username)
      return opened
    })

    .on(secondFactorOperations.getSecondFactor, async ({ by }) => {
      requireAnyStaff(by)
      return await secondFactorOf(db, by.accountId, settings)
    })

    .on(secondFactorOperations.offerTotp, async (call) => offerTotp(using, await proven(call)))

    .on(secondFactorOperations.addTotp, async (call) => {
      requireAnyStaff(call.by)
      const totp = call.body
      const codes = await throttle.currentPassword(call.c, () => addTotp(using, call.by, totp))
      if (!codes) throw new ProblemError('second-factor-invalid')
      deliver()
      return codes
    })

    .on(secondFactorOperations.renewRecoveryCodes, async (call) => {
      const { accountId } = await proven(call)
      const codes = await renewRecoveryCodes(services, accountId)
      deliver()
      return codes
    })

    .on(secondFactorOperations.removeTotp, async (call) => {
      await removeTotp(services, await proven(call))
      deliver()
    }).app
}
