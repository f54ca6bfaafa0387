import { getRow } from '#server/db/one-row.ts'
import { decode, encode } from 'jose/base64url'
import type { NewPasskey, Passkey, PasskeyAssertion, Passkeys } from '#contract/schemas/passkey.ts'
import { MAX_PASSKEYS } from '#contract/sign-in.ts'
import type { Identity, Services } from '#server/context.ts'
import { nameOf } from '#server/memberships/members.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { RelyingParty } from '#server/ports.ts'
import { type Challenges, isFirstUse, type SingleUse } from './challenges.ts'
import { type KnownAccount, lockAccount } from './queries.ts'
import { closeWeakSessions, strengthenSession } from './second-factor.ts'

const TIMEOUT_MS = 300_000
/** COSE identifiers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Returns options for discoverable keys only. The server asks for no user name, so the response does not reveal
 * which accounts exist.
 */
export const requestOptions = ({ id }: RelyingParty, challenge: string) => ({
  challenge,
  rpId: id,
  userVerification: 'required',
  timeout: TIMEOUT_MS,
})

/** Account that gets a passkey; it need not be stored yet. */
type PasskeyUser = Pick<Identity, 'accountId' | 'username'> & Partial<Pick<Identity, 'firstName' | 'lastName'>>

export async function creationOptions(db: Database, rp: RelyingParty, challenge: string, user: PasskeyUser) {
  const { accountId, username } = user
  const known = await db
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where('account_id', '=', accountId)
    .execute()
  return {
    rp: { id: rp.id, name: 'Dierenportaal' },
    user: {
      id: userHandleOf(accountId),
      name: username,
      displayName: nameOf(user),
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ id, transports }) => ({ type: 'public-key', id, transports: split(transports) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: TIMEOUT_MS,
  }
}

const bytesOf = (text: string) => new Uint8Array(decode(text))
const userHandleOf = (accountId: string) => encode(accountId)
const split = (transports: string) => transports.split(' ').filter(Boolean)

export async function passkeysOf(db: Database, accountId: string): Promise<Passkeys> {
  const account = await getRow(db, 'account', { id: accountId }, ['password_hash as passwordHash'])
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    hasPassword: account.passwordHash !== null,
    passkeys: rows.map(({ lastUsedAt, ...row }) => ({ ...row, ...(lastUsedAt !== null && { lastUsedAt }) })),
  }
}

/**
 * Result of a valid passkey signature. Call `use` in the transaction of the sign-in; `use` returns false for a
 * replay.
 */
export interface Proven {
  account: KnownAccount & { username: string }
  use(trx: DatabaseTransaction): Promise<boolean>
}

/** Returns undefined unless a known passkey signed the challenge for this portal, after user verification. */
export async function proveByPasskey(
  { db, clock, challenges, rp }: Pick<Services, 'db' | 'clock'> & { challenges: Challenges; rp: RelyingParty },
  { id, userHandle, ...signed }: PasskeyAssertion,
): Promise<Proven | undefined> {
  const row = await db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .select([
      'passkey.id as passkeyId',
      'public_key as publicKey',
      'counter',
      'account.id as accountId',
      'account.username',
      'staff_role as staffRole',
      'password_hash as passwordHash',
    ])
    .where('credential_id', '=', id)
    .executeTakeFirst()
  if (!row || (userHandle !== undefined && userHandle !== userHandleOf(row.accountId))) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let challenge: SingleUse | undefined
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response: signed, clientExtensionResults: {} },
    expectedChallenge: async (given) => {
      challenge = await challenges.check(given, 'sign-in')
      return challenge !== undefined
    },
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: { id, publicKey: bytesOf(row.publicKey), counter: row.counter },
    // The library throws for every fault: a wrong signature, a wrong origin, a counter that went back.
  }).catch(() => undefined)
  if (!verified?.verified || !challenge) return undefined
  const used = challenge
  const { newCounter } = verified.authenticationInfo
  return {
    account: { id: row.accountId, username: row.username, staffRole: row.staffRole, passwordHash: row.passwordHash },
    async use(trx) {
      const { numUpdatedRows } = await trx
        .updateTable('passkey')
        .set({ counter: newCounter, last_used_at: clock().toISOString() })
        .where('id', '=', row.passkeyId)
        // A copy of the key may have changed the counter meanwhile.
        .where('counter', '=', row.counter)
        .executeTakeFirst()
      return numUpdatedRows === 1n && (await isFirstUse(trx, used))
    },
  }
}

/** New passkey with a valid attestation. Call `save` in a transaction that has locked or inserted the account. */
export interface VerifiedPasskey {
  /** Throws `validation-failed` for a used challenge, and `conflict` for a known passkey. */
  save(trx: DatabaseTransaction, accountId: string): Promise<Passkey>
}

/** Throws `validation-failed` unless an authenticator made the passkey for a challenge with this purpose. */
export async function verifyNewPasskey(
  { clock, challenges, rp }: Pick<Services, 'clock'> & { challenges: Challenges; rp: RelyingParty },
  purpose: string,
  { name, id, clientDataJSON, attestationObject, transports = [] }: NewPasskey,
): Promise<VerifiedPasskey> {
  const rejected = new ProblemError('validation-failed', {
    errors: [{ pointer: '#/attestationObject', code: 'invalid' }],
  })
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  let challenge: SingleUse | undefined
  const verify = async () => {
    // The server requests no attestation and trusts none. With certificates, the library would fetch revocation
    // lists.
    const attestation = decodeAttestationObject(bytesOf(attestationObject))
    if (attestation.get('fmt') !== 'none' && attestation.get('attStmt').get('x5c')) return undefined
    return await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: async (given) => {
        challenge = await challenges.check(given, purpose)
        return challenge !== undefined
      },
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  }
  const verified = await verify().catch(() => undefined)
  if (!verified?.verified || !challenge) throw rejected
  const used = challenge
  const { credential } = verified.registrationInfo
  const added = { id: crypto.randomUUID(), name: name.trim(), createdAt: clock().toISOString() }
  return {
    async save(trx, accountId) {
      if (!(await isFirstUse(trx, used))) throw rejected
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('passkey')
        .values({
          id: added.id,
          account_id: accountId,
          credential_id: credential.id,
          public_key: encode(credential.publicKey),
          counter: credential.counter,
          transports: transports.filter((transport) => /^[\w-]+$/.test(transport)).join(' '),
          name: added.name,
          created_at: added.createdAt,
          last_used_at: null,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) throw new ProblemError('conflict')
      return added
    },
  }
}

export async function addPasskey(
  services: Pick<Services, 'db' | 'clock'> & { challenges: Challenges; rp: RelyingParty },
  { accountId, sessionId }: Identity,
  passkey: NewPasskey,
): Promise<Passkey> {
  const verified = await verifyNewPasskey(services, additionBy(sessionId), passkey)
  return await inTransaction(services.db, async (trx) => {
    await lockAccount(trx, accountId)
    const added = await verified.save(trx, accountId)
    if ((await countOf(trx, accountId)) > MAX_PASSKEYS) throw new ProblemError('conflict')
    // Creating a passkey includes user verification, so the session counts as signed in by two factors.
    await strengthenSession(trx, sessionId)
    await queueMail(trx, { kind: 'passkey-added', accountId, now: services.clock() })
    return added
  })
}

/** Returns the purpose of a challenge that adds a passkey, bound to the session that has given a new proof. */
export const additionBy = (sessionId: string): string => `add ${sessionId}`

/**
 * Returns false if the passkey does not exist. Throws `last-way-in` for the last passkey of an account without a
 * password.
 */
export async function removePasskey(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  accountId: string,
  passkeyId: string,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const passwordHash = await lockAccount(trx, accountId)
    const { numDeletedRows } = await trx
      .deleteFrom('passkey')
      .where('id', '=', passkeyId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    if (passwordHash === null && (await countOf(trx, accountId)) === 0) throw new ProblemError('last-way-in')
    await closeWeakSessions(trx, accountId, settings)
    await queueMail(trx, { kind: 'passkey-removed', accountId, now: clock() })
    return true
  })
}

async function countOf(trx: DatabaseTransaction, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('passkey')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
