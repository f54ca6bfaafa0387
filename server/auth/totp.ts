import { findRow } from '#server/db/one-row.ts'
import type { RecoveryCodes } from '#contract/schemas/second-factor.ts'
import { RECOVERY_CODES } from '#contract/sign-in.ts'
import { foldText } from '#contract/fold-name.ts'
import type { Identity, Services } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { randomBytes, type Secrets, sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type Sealer, createSealer } from '#server/http/sealer.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { lockAccount } from './queries.ts'
import { strengthenSession, closeWeakSessions } from './second-factor.ts'

const ISSUER = 'Dierenportaal'
/** Length recommended by RFC 4226. */
const SECRET_BYTES = 20
/** 120 bits, written as 24 letters and digits. That is enough entropy for a plain hash. */
const RECOVERY_BYTES = 15
const STEP_SECONDS = 30
/** Accepted steps before and after the current step, for clocks that differ. */
const WINDOW = 1
const SET_UP_MS = 1_800_000
const DIGITS = /^\d{6}$/
const RECOVERY = /^[A-Z2-7]{24}$/

// Parameters that every authenticator app supports.
const COMMON = { issuer: ISSUER, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const

export const createTotpSealer = (secrets: Secrets): Sealer => createSealer(secrets, 'totp secret')

/**
 * Returns a new secret. The browser holds the sealed secret until a right code confirms it; only then is it stored.
 */
export async function offerTotp(
  { sealer, clock }: Pick<Services, 'clock'> & { sealer: Sealer },
  { accountId, username, sessionId }: Identity,
) {
  const { TOTP, Secret } = await import('otpauth')
  const secret = new Secret({ buffer: randomBytes(SECRET_BYTES).buffer })
  const uri = new TOTP({ ...COMMON, label: username, secret }).toString()
  const until = clock().getTime() + SET_UP_MS
  const setUp = await sealer.seal(`${until} ${secret.base32}`, setUpBy(accountId, sessionId))
  return { secret: secret.base32, uri, setUp }
}

const setUpBy = (accountId: string, sessionId: string) => `set up ${accountId} ${sessionId}`

/**
 * Stores the offered secret and returns the recovery codes; undefined for a wrong code. Throws `conflict` if the
 * account has a secret.
 */
export async function addTotp(
  { db, clock, sealer }: Pick<Services, 'db' | 'clock'> & { sealer: Sealer },
  { accountId, sessionId }: Identity,
  { setUp, code }: { setUp: string; code: string },
): Promise<RecoveryCodes | undefined> {
  const now = clock()
  const [until, secret] = (await sealer.open(setUp, setUpBy(accountId, sessionId)))?.split(' ') ?? []
  if (secret === undefined || Number(until) <= now.getTime()) {
    throw new ProblemError('validation-failed', { errors: [{ pointer: '#/setUp', code: 'invalid' }] })
  }
  const step = await stepOf(secret, canonical(code), now)
  if (step === undefined) return undefined
  const sealed = await sealer.seal(secret, accountId)
  return await inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('totp')
      .values({ account_id: accountId, secret: sealed, last_step: step, created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw new ProblemError('conflict')
    await strengthenSession(trx, sessionId)
    await queueMail(trx, { kind: 'second-factor-on', accountId, now })
    return await makeCodes(trx, accountId)
  })
}

/** Replaces all recovery codes. Throws `not-found` if the account has no authenticator app. */
export async function renewRecoveryCodes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
): Promise<RecoveryCodes> {
  return await inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    const totp = await trx.selectFrom('totp').select('last_step').where('account_id', '=', accountId).executeTakeFirst()
    if (!totp) throw new ProblemError('not-found')
    await queueMail(trx, { kind: 'recovery-codes-made', accountId, now: clock() })
    return await makeCodes(trx, accountId)
  })
}

/** Deletes the secret and its recovery codes. Throws `not-found` if no secret is stored. */
export async function removeTotp(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { accountId }: Identity,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    const { numDeletedRows } = await trx.deleteFrom('totp').where('account_id', '=', accountId).executeTakeFirst()
    if (numDeletedRows === 0n) throw new ProblemError('not-found')
    await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
    await closeWeakSessions(trx, accountId, settings)
    await queueMail(trx, { kind: 'second-factor-off', accountId, now: clock() })
  })
}

/** Result of a right code. Call `use` in the transaction of the sign-in; `use` returns false for a replay. */
export interface ProvenCode {
  use(trx: DatabaseTransaction): Promise<boolean>
}

/** Checks a code of the app or a recovery code. Returns undefined for a wrong or used code. */
export async function proveByCode(
  { db, clock, sealer }: { db: Database; clock: Services['clock']; sealer: Sealer },
  accountId: string,
  typed: string,
): Promise<ProvenCode | undefined> {
  const code = canonical(typed)
  const row = await db.selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (!row) return undefined
  if (RECOVERY.test(code)) return await proveByRecoveryCode(db, accountId, code)
  const secret = await sealer.open(row.secret, accountId)
  const step = secret === undefined ? undefined : await stepOf(secret, code, clock())
  if (secret === undefined || step === undefined || step <= row.last_step) return undefined
  return {
    async use(trx) {
      // The step only increases, even if another server has accepted a code meanwhile. A new secret makes the code
      // invalid.
      const { numUpdatedRows } = await trx
        .updateTable('totp')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('created_at', '=', row.created_at)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

async function proveByRecoveryCode(db: Database, accountId: string, code: string): Promise<ProvenCode | undefined> {
  const hash = await sha256(code)
  const known = await findRow(db, 'recovery_code', { account_id: accountId, hash }, ['hash'])
  if (!known) return undefined
  return {
    async use(trx) {
      const { numDeletedRows } = await trx
        .deleteFrom('recovery_code')
        .where('account_id', '=', accountId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

/**
 * Seals the secrets again after a rotation of the server's secret. The former secret stays readable for a day only.
 */
export async function resealTotp({ db, ...secrets }: Secrets & { db: Database }): Promise<void> {
  const sealer = createTotpSealer(secrets)
  const rows = await db.selectFrom('totp').select(['account_id as accountId', 'secret']).execute()
  for (const { accountId, secret: sealed } of rows) {
    if (await sealer.isCurrent(sealed)) continue
    const secret = await sealer.open(sealed, accountId)
    if (secret === undefined) continue
    await db
      .updateTable('totp')
      .set({ secret: await sealer.seal(secret, accountId) })
      .where('account_id', '=', accountId)
      .where('secret', '=', sealed)
      .execute()
  }
}

/** Returns the letters and digits of a typed or pasted code. */
const canonical = (typed: string) => foldText(typed).replaceAll(' ', '').toUpperCase()

/** Returns the time step of a code; undefined if no step within the tolerance matches. */
async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  if (!DIGITS.test(code)) return undefined
  const { TOTP } = await import('otpauth')
  const timestamp = now.getTime()
  const delta = new TOTP({ ...COMMON, secret }).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

async function makeCodes(trx: DatabaseTransaction, accountId: string): Promise<RecoveryCodes> {
  const { Secret } = await import('otpauth')
  const codes = Array.from(
    { length: RECOVERY_CODES },
    () => new Secret({ buffer: randomBytes(RECOVERY_BYTES).buffer }).base32,
  )
  const rows = await Promise.all(codes.map(async (code) => ({ account_id: accountId, hash: await sha256(code) })))
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await trx.insertInto('recovery_code').values(rows).execute()
  // Groups of four characters are easier to copy.
  return { recoveryCodes: codes.map((code) => code.replaceAll(/.{4}(?!$)/g, '$&-')) }
}
