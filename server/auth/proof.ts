import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { Call, Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { ADMIN_CHANGES, type AdminChange } from '#server/notices/admin-changes.ts'
import { createChallenges } from './challenges.ts'
import { passkeysOf, proveByPasskey } from './passkeys.ts'
import { passwordHashOf } from './queries.ts'
import { secondFactorOf } from './second-factor.ts'
import { createThrottle } from './throttle.ts'
import { createTotpSealer, proveByCode } from './totp.ts'

/**
 * Maximum age, in milliseconds, of a session that proves identity by itself. Applies without a password or passkey,
 * and while a second factor is being set up.
 */
const FRESH_MS = 600_000

export const PROOF_PROBLEMS = ['current-password-invalid', 'second-factor-invalid'] as const
export const WHOLE_PROOF =
  'Needs a proof by all that the account signs in by: the password and a code of the authenticator app, or the signature of a passkey for a challenge of GET /user/authenticate/passkey. An account with neither must have signed in within ten minutes.'
type Lack = (typeof PROOF_PROBLEMS)[number]

/** Creates functions that require a new proof of identity from a signed-in user. The throttle counts each attempt. */
export function createProofs(services: Services) {
  const { db, clock, passwords, settings } = services
  const throttle = createThrottle(services)
  const challenges = createChallenges(services)
  const sealer = createTotpSealer(services)

  async function isAssertion(accountId: string, assertion: NonNullable<FactorProof['assertion']>): Promise<boolean> {
    const rp = settings.relyingParty
    const proven = rp && (await proveByPasskey({ db, clock, challenges, rp }, assertion))
    if (proven?.account.id !== accountId) return false
    return await inTransaction(db, (trx) => proven.use(trx))
  }

  async function isCode(accountId: string, code: string): Promise<boolean> {
    const proven = await proveByCode({ db, clock, sealer }, accountId, code)
    return proven !== undefined && (await inTransaction(db, (trx) => proven.use(trx)))
  }

  const isPassword = async (accountId: string, password: string) =>
    await passwords.verify(password, await passwordHashOf(db, accountId))

  // An issuer may sign a person in without asking for anything, so only its own time of authentication counts.
  const isFresh = ({ signedInAt, issuer, authenticatedAt }: Identity) => {
    const provenAt = issuer === null ? signedInAt : authenticatedAt
    return provenAt !== null && clock().getTime() - Date.parse(provenAt) <= FRESH_MS
  }

  async function lackOfAny(proof: FactorProof, identity: Identity): Promise<Lack | undefined> {
    const { accountId, limited } = identity
    const { currentPassword, assertion, code } = proof
    if (assertion) return (await isAssertion(accountId, assertion)) ? undefined : 'current-password-invalid'
    if (code !== undefined) return (await isCode(accountId, code)) ? undefined : 'second-factor-invalid'
    if (currentPassword !== undefined) {
      return (await isPassword(accountId, currentPassword)) ? undefined : 'current-password-invalid'
    }
    const { hasPassword, passkeys } = await passkeysOf(db, accountId)
    const hasNothing = !hasPassword && passkeys.length === 0
    return (hasNothing || limited) && isFresh(identity) ? undefined : 'current-password-invalid'
  }

  async function lackOfAll(proof: FactorProof, identity: Identity): Promise<Lack | undefined> {
    const { accountId } = identity
    const { currentPassword, assertion, code } = proof
    if (assertion) return (await isAssertion(accountId, assertion)) ? undefined : 'current-password-invalid'
    const { hasPassword, totpSince, passkeys } = await secondFactorOf(db, accountId, settings)
    if (hasPassword && (currentPassword === undefined || !(await isPassword(accountId, currentPassword)))) {
      return 'current-password-invalid'
    }
    // The code is checked last because checking a code uses up the code.
    if (totpSince !== undefined) {
      return code !== undefined && (await isCode(accountId, code)) ? undefined : 'second-factor-invalid'
    }
    if (passkeys > 0) return 'second-factor-invalid'
    return hasPassword || isFresh(identity) ? undefined : 'current-password-invalid'
  }

  const requireBy = (lackOf: typeof lackOfAny) => async (c: Call, proof: FactorProof) => {
    const found: { lack?: Lack | undefined } = {}
    await throttle.proof(c, proof, async () => {
      found.lack = await lackOf(proof, c.get('identity'))
      return found.lack === undefined || undefined
    })
    if (found.lack !== undefined) throw new ProblemError(found.lack)
  }

  /** Requires everything that a sign-in requires: a passkey, or the password and the code. */
  const requireAll = requireBy(lackOfAll)
  /** Requires a full proof if `ADMIN_CHANGES` demands a proof for the change. */
  const requireFor = async (c: Call, change: AdminChange, proof: FactorProof = {}) => {
    if (ADMIN_CHANGES[change].proof) await requireAll(c, proof)
  }
  /** Requires any single sign-in method of the user. */
  const require = requireBy(lackOfAny)
  return { require, requireAll, requireFor }
}
