import type { Hono } from 'hono'
import { canonicalUsername } from '#contract/email.ts'
import { passkeyCreationOptionsSchema } from '#contract/schemas/passkey.ts'
import { tokenSchema } from '#contract/schemas/session.ts'
import { type Setup, setupAdminSchema, setupSchema, setupStateSchema } from '#contract/schemas/setup.ts'
import { createChallenges } from '#server/auth/challenges.ts'
import { createDevices } from '#server/auth/device.ts'
import { creationOptions, type VerifiedPasskey, verifyNewPasskey } from '#server/auth/passkeys.ts'
import { SIGN_IN_HEADERS, signIn, signInCallOf } from '#server/auth/sign-in.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction, lockSetup } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { activate } from '#server/memberships/members.ts'
import { get, operations, post } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { addPractice, auditAddition, hasPractice, practiceIdOf } from '#server/practice/add.ts'
import { checkSetupCode } from './code.ts'

export const setupOperations = operations('Session', {
  getSetup: get('/setup', 'link holder', {
    summary: 'Check whether the portal has a practice, and if not, a set-up code',
    description: 'A wrong code counts: five end all codes.',
    response: setupStateSchema,
    problems: ['setup-code-invalid'],
  }),
  getSetupPasskeyOptions: post('/setup/passkey-options', 'link holder', {
    summary: 'Get options of navigator.credentials.create() for the passkey of the first admin',
    description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn. 404 if the server has no passkeys.',
    body: setupAdminSchema,
    response: passkeyCreationOptionsSchema,
    problems: ['not-found', 'already-set-up', 'setup-code-invalid'],
  }),
  setUp: post('/setup', 'link holder', {
    summary: 'Add the first practice and its admin, and sign in',
    description:
      'Needs a set-up code, which the server prints when it starts without a practice. The code is valid for an hour, once.',
    body: setupSchema,
    response: tokenSchema,
    status: 201,
    headers: SIGN_IN_HEADERS,
    problems: ['already-set-up', 'setup-code-invalid', 'conflict'],
  }),
})

const purposeOf = (adminId: string) => `set-up ${adminId}`

/** Routes that add the first practice of a portal. */
export function setupRoutes(services: Services): Hono<Env> {
  const { db, passwords, settings } = services
  const rp = settings.relyingParty
  const challenges = createChallenges(services)
  const devices = createDevices(services, settings.https)
  const codeOf = (c: Call) => c.req.header('authorization') ?? ''

  async function credentialOf(adminId: string, { newPassword, passkey }: Setup) {
    if (passkey && rp)
      return { passkey: await verifyNewPasskey({ ...services, challenges, rp }, purposeOf(adminId), passkey) }
    if (newPassword === undefined)
      throw new ProblemError('validation-failed', { errors: [{ pointer: '#/newPassword', code: 'required' }] })
    return { passwordHash: await passwords.hash(newPassword) }
  }

  return routes(services)
    .on(setupOperations.getSetup, async ({ c, now }) => {
      if (await hasPractice(db)) return { isDone: true }
      await checkSetupCode(db, codeOf(c), now)
      return { isDone: false }
    })

    .on(setupOperations.getSetupPasskeyOptions, async (call) => {
      if (!rp) throw new ProblemError('not-found')
      const accountId = await checkSetupCode(db, codeOf(call.c), call.now)
      const { username, firstName = null, lastName = null } = call.body
      const challenge = await challenges.issue(purposeOf(accountId))
      return await creationOptions(db, rp, challenge, { accountId, username, firstName, lastName })
    })

    .on(setupOperations.setUp, async (call) => {
      const { c, now } = call
      const id = await checkSetupCode(db, codeOf(c), now)
      const { body } = call
      const { passkey, passwordHash = null } = await credentialOf(id, body)
      const username = canonicalUsername(body.username)
      await inTransaction(db, async (trx) => {
        await lockSetup(trx)
        await checkSetupCode(trx, codeOf(c), now)
        await addFirst(trx, { ...body, id, username, passwordHash, verified: passkey, now })
      })
      const account = { id, staffRole: 'CLINIC_ADMIN', passwordHash } as const
      const opened = await signIn(services, account, signInCallOf(c), { factors: passkey ? 2 : 1 })
      await devices.remember(c, username)
      return opened
    }).app
}

interface First extends Omit<Setup, 'passkey' | 'newPassword'> {
  id: string
  passwordHash: string | null
  verified: VerifiedPasskey | undefined
  now: Date
}

/** Adds the practice and the account of its admin. Throws `conflict` if an account has the user name. */
async function addFirst(
  trx: Parameters<typeof addPractice>[0],
  { id, username, firstName, lastName, language, passwordHash, verified, now, ...practice }: First,
): Promise<void> {
  const practiceId = practiceIdOf(practice.name)
  await addPractice(trx, { ...practice, id: practiceId })
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account')
    .values({
      id,
      username,
      first_name: firstName || null,
      last_name: lastName || null,
      own_name: 1,
      language,
      password_hash: passwordHash,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('conflict')
  await activate(trx, { accountId: id, practiceId, role: 'CLINIC_ADMIN' })
  await verified?.save(trx, id)
  await auditAddition(trx, { practiceId, by: { accountId: id, username }, now })
}
