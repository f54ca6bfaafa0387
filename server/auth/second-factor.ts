import { sql } from 'kysely'
import type { SecondFactor } from '#contract/schemas/second-factor.ts'
import type { FactorMethod } from '#contract/sign-in.ts'
import type { Identity } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { activeMemberships } from '#server/memberships/members.ts'
import type { Ports } from '#server/ports.ts'
import { oneRow } from '#server/db/one-row.ts'

type Db = Database | DatabaseTransaction
/** Needed because passkeys do not count as a second factor without a relying party. */
type Settings = Pick<Ports['settings'], 'relyingParty'>

interface FactorState {
  hasTotp: boolean
  passkeys: number
  /** True if any of the account's practices requires a second factor, because one account opens all of them. */
  required: boolean
}

async function stateOf(db: Db, accountId: string, { relyingParty }: Settings): Promise<FactorState> {
  const { totp, passkeys, required } = await oneRow(
    sql<{ totp: number; passkeys: number; required: number }>`select
      (select count(*) from totp where account_id = ${accountId}) as totp,
      (select count(*) from passkey where account_id = ${accountId}) as passkeys,
      (select count(*) from practice where second_factor = 1 and id in (
        select practice_id from ${activeMemberships} w where account_id = ${accountId})) as required`,
    db,
  )
  return {
    hasTotp: Number(totp) > 0,
    passkeys: relyingParty ? Number(passkeys) : 0,
    required: Number(required) > 0,
  }
}

/** Second step of a sign-in, after a password or another single factor. */
export interface Step {
  /** Empty if no second step is needed. */
  methods: FactorMethod[]
  /** True if a second factor is required and not yet set up. */
  mustSetUp: boolean
}

/** Returns the second step of a sign-in. Owners never have a second step. */
export async function stepAfter(
  db: Db,
  { id, staffRole }: { id: string; staffRole: string | null },
  settings: Settings,
): Promise<Step> {
  if (staffRole === null) return { methods: [], mustSetUp: false }
  const { hasTotp, passkeys, required } = await stateOf(db, id, settings)
  const methods: FactorMethod[] = hasTotp ? ['code'] : []
  if (passkeys > 0 && (hasTotp || required)) methods.push('passkey')
  return { methods, mustSetUp: required && methods.length === 0 }
}

/**
 * Returns whether a one-factor session is too weak, because one of the account's practices now requires a second
 * factor.
 */
export async function isTooWeak(
  db: Database,
  { accountId, staffRole, factors, limited }: Identity,
  settings: Settings,
): Promise<boolean> {
  if (staffRole === null || factors === 2 || limited) return false
  return (await stateOf(db, accountId, settings)).required
}

export async function secondFactorOf(db: Database, accountId: string, settings: Settings): Promise<SecondFactor> {
  const { passkeys, required } = await stateOf(db, accountId, settings)
  const account = await db
    .selectFrom('account')
    .leftJoin('totp', 'totp.account_id', 'account.id')
    .select((row) => [
      'password_hash as passwordHash',
      'totp.created_at as totpSince',
      row
        .selectFrom('recovery_code')
        .select((codes) => codes.fn.countAll<number | string>().as('count'))
        .whereRef('recovery_code.account_id', '=', 'account.id')
        .as('codes'),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    ...(account.totpSince !== null && { totpSince: account.totpSince }),
    recoveryCodes: Number(account.codes),
    passkeys,
    hasPassword: account.passwordHash !== null,
    required,
  }
}

/** Lifts the limit of a session that has just proven or set up a second factor. */
export async function strengthenSession(trx: DatabaseTransaction, sessionId: string): Promise<void> {
  await trx.updateTable('session').set({ factors: 2, limited: 0 }).where('id', '=', sessionId).execute()
}

/**
 * Ends every session of an account that has lost its last required second factor. The next sign-in sets up a new
 * factor.
 */
export async function closeWeakSessions(
  trx: DatabaseTransaction,
  accountId: string,
  settings: Settings,
): Promise<void> {
  const { hasTotp, passkeys, required } = await stateOf(trx, accountId, settings)
  if (!required || hasTotp || passkeys > 0) return
  await trx.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/**
 * Removes all passkeys, authenticator apps and recovery codes of an account, and ends its sessions. Returns whether
 * there was a passkey or an app.
 */
export async function removeFactors(trx: DatabaseTransaction, accountId: string): Promise<boolean> {
  const remove = (table: 'totp' | 'recovery_code' | 'passkey' | 'session') =>
    trx.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst()
  const { numDeletedRows: apps } = await remove('totp')
  const { numDeletedRows: passkeys } = await remove('passkey')
  await remove('recovery_code')
  await remove('session')
  return apps + passkeys > 0n
}
