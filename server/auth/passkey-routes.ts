import type { Hono } from 'hono'
import {
  newPasskeySchema,
  passkeyAssertionSchema,
  passkeyCreationOptionsSchema,
  passkeyProofSchema,
  passkeyRequestOptionsSchema,
  passkeySchema,
  passkeysSchema,
} from '#contract/schemas/passkey.ts'
import { tokenSchema } from '#contract/schemas/session.ts'
import type { Env, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { get, operations, post } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
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
import { PROOF_PROBLEMS, createProofs } from './proof.ts'
import { SIGN_IN_HEADERS, signIn, signInCallOf } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

export const passkeyOperations = operations('Session', {
  getPasskeyChallenge: get('/user/authenticate/passkey', 'anyone', {
    summary: 'Get options of navigator.credentials.get() to sign in with a passkey',
    description:
      'PublicKeyCredentialRequestOptionsJSON of WebAuthn; its challenge is valid for five minutes, once. 404 if the server has no passkeys.',
    response: passkeyRequestOptionsSchema,
    problems: ['not-found'],
  }),
  signInByPasskey: post('/user/authenticate/passkey', 'anyone', {
    summary: 'Sign in with a passkey',
    body: passkeyAssertionSchema,
    response: tokenSchema,
    headers: SIGN_IN_HEADERS,
    problems: ['not-found', 'login-failed', 'client-locked'],
  }),
  listPasskeys: get('/user/passkeys', 'limited account', {
    summary: 'List the passkeys of the user',
    response: passkeysSchema,
    problems: ['not-found'],
  }),
  getPasskeyOptions: post('/user/passkeys/options', 'limited account', {
    summary: 'Get options of navigator.credentials.create() for a new passkey',
    description:
      'PublicKeyCredentialCreationOptionsJSON of WebAuthn. Needs a proof: the current password, or the signature of a passkey for a challenge of GET /user/authenticate/passkey. An account with neither must have signed in within ten minutes.',
    body: passkeyProofSchema,
    response: passkeyCreationOptionsSchema,
    problems: ['not-found', ...PROOF_PROBLEMS],
  }),
  addPasskey: post('/user/passkeys', 'limited account', {
    summary: 'Add a new passkey',
    body: newPasskeySchema,
    response: passkeySchema,
    status: 201,
    problems: ['not-found'],
  }),
  removePasskey: post('/user/passkeys/:passkeyId/removal', 'account', {
    summary: 'Remove a passkey; needs a proof',
    description:
      'The current password, or the signature of a passkey of the account. last-way-in: the last passkey of an account without a password.',
    body: passkeyProofSchema,
    problems: ['not-found', 'last-way-in', ...PROOF_PROBLEMS],
  }),
})

/** Routes of passkeys and of sign-in by passkey. Without a relying party the routes do not exist. */
export function passkeyRoutes(services: Services): Hono<Env> {
  const { db, clock, background, settings } = services
  const { on, app } = routes(services)
  const rp = settings.relyingParty
  if (!rp) return app
  const throttle = createThrottle(services)
  const devices = createDevices(services, settings.https)
  const challenges = createChallenges(services)
  const using = { db, clock, challenges, rp }
  const proofs = createProofs(services)
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  return on(passkeyOperations.getPasskeyChallenge, async () => requestOptions(rp, await challenges.issue('sign-in')))
    .on(passkeyOperations.signInByPasskey, async ({ c, body }) => {
      const proven = await throttle.passkey(c, body.id, () => proveByPasskey(using, body))
      if (!proven) throw new ProblemError('login-failed')
      const use = async (trx: DatabaseTransaction) => {
        if (!(await proven.use(trx))) throw new ProblemError('login-failed')
      }
      // A passkey counts as two factors: the device, and its verification of the user.
      const opened = await signIn(services, proven.account, signInCallOf(c), { also: use, factors: 2 })
      await devices.remember(c, proven.account.username)
      return opened
    })

    .on(passkeyOperations.listPasskeys, ({ by }) => passkeysOf(db, by.accountId))

    .on(passkeyOperations.getPasskeyOptions, async ({ c, by, body }) => {
      await proofs.require(c, body)
      const challenge = await challenges.issue(additionBy(by.sessionId))
      return await creationOptions(db, rp, challenge, by)
    })

    .on(passkeyOperations.addPasskey, async ({ by, body }) => {
      const added = await addPasskey(using, by, body)
      deliver()
      return added
    })

    .on(passkeyOperations.removePasskey, async ({ c, by, body, passkeyId }) => {
      await proofs.require(c, body)
      if (!(await removePasskey(services, by.accountId, passkeyId))) throw new ProblemError('not-found')
      deliver()
    }).app
}
