import { sql } from 'kysely'
import type { SecondFactor } from '#contract/schemas/second-factor.ts'
import type { FactorMethod } from '#contract/sign-in.ts'
import type { Identity } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { activeMemberships } from '#server/memberships/members.ts'
import type { Ports } from '#server/ports.ts'
import { oneRow } from '#server/db/one-row.ts'

type Db = Database | DatabaseTransaction
/** Without a relying party passkeys do not count as a second factor. */
type Settings = Pick<Ports['settings'], 'relyingParty'>

interface FactorState {
  hasTotp: boolean
  passkeys: number
  /** Also where a further practice asks for it, for one account opens all of them. */
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

/** The second step after a password, or after another single factor. */
export interface Step {
  /** Empty: nothing. */
  methods: FactorMethod[]
  /** A second factor is required, and none is set up yet. */
  mustSetUp: boolean
}

/** Staff only: owners are never asked. */
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

/** Whether a session of one factor has become too weak, as its practice asks for two by now. */
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

/** A session that has just proven a second factor, or set one up, is limited no more. */
export async function strengthenSession(trx: DatabaseTransaction, sessionId: string): Promise<void> {
  await trx.updateTable('session').set({ factors: 2, limited: 0 }).where('id', '=', sessionId).execute()
}

/** Ends every session of an account that has lost its last second factor but has to have one: the next sign-in sets one up. */
export async function closeWeakSessions(
  trx: DatabaseTransaction,
  accountId: string,
  settings: Settings,
): Promise<void> {
  const { hasTotp, passkeys, required } = await stateOf(trx, accountId, settings)
  if (!required || hasTotp || passkeys > 0) return
  await trx.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** Takes away all by which an account signs in beside a password, and ends its sessions. False: there was nothing. */
export async function removeFactors(trx: DatabaseTransaction, accountId: string): Promise<boolean> {
  const remove = (table: 'totp' | 'recovery_code' | 'passkey' | 'session') =>
    trx.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst()
  const { numDeletedRows: apps } = await remove('totp')
  const { numDeletedRows: passkeys } = await remove('passkey')
  await remove('recovery_code')
  await remove('session')
  return apps + passkeys > 0n
}
