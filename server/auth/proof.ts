import type { FactorProof } from '#contract/second-factor.ts'
import type { Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createChallenges } from './challenges.ts'
import { passkeysOf, proveByPasskey } from './passkeys.ts'
import { passwordHashOf } from './queries.ts'
import { createTotpSealer, proveByCode } from './totp.ts'

/** How old the session of an account may be that has nothing else to prove itself by, or is there to set something up. */
const FRESH_MS = 600_000

/** By what somebody who is signed in proves anew who they are. True, or undefined for whoever does not prove it. */
export type Prove = (proof: FactorProof, identity: Identity) => Promise<true | undefined>

export function createProver(services: Services): Prove {
  const { db, clock, passwords, settings } = services
  const challenges = createChallenges(services)
  const sealer = createTotpSealer(services)

  return async ({ currentPassword, assertion, code }, { accountId, signedInAt, limited }) => {
    if (assertion) {
      const rp = settings.relyingParty
      const proven = rp && (await proveByPasskey({ db, clock, challenges, rp }, assertion))
      if (proven?.account.id !== accountId) return undefined
      return (await inTransaction(db, (trx) => proven.use(trx))) || undefined
    }
    if (code !== undefined) {
      const proven = await proveByCode({ db, clock, sealer }, accountId, code)
      return (proven && (await inTransaction(db, (trx) => proven.use(trx)))) || undefined
    }
    if (currentPassword !== undefined) {
      return (await passwords.verify(currentPassword, await passwordHashOf(db, accountId))) || undefined
    }
    const { hasPassword, passkeys } = await passkeysOf(db, accountId)
    const isFresh = clock().getTime() - Date.parse(signedInAt) <= FRESH_MS
    return (((!hasPassword && passkeys.length === 0) || limited) && isFresh) || undefined
  }
}
