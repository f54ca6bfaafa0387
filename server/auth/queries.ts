import { findRow } from '#server/db/one-row.ts'
import { type IsoDate, momentAfter } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import type { User, Workplace } from '#contract/schemas/user.ts'
import { sql } from 'kysely'
import type { DeviceName } from '#contract/session.ts'
import type { UserSession } from '#contract/schemas/session.ts'
import type { Role } from '#contract/roles.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { Identity } from '#server/context.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { activeMemberships } from '#server/memberships/members.ts'
import { SESSION_SECONDS } from './token.ts'

type Db = Database | DatabaseTransaction

export async function accountByUsername(db: Db, username: string) {
  return await findRow(db, 'account', { username }, ['id', 'staff_role as staffRole', 'password_hash as passwordHash'])
}

export async function accountById(db: Db, id: string) {
  return await findRow(db, 'account', { id }, [
    'id',
    'username',
    'staff_role as staffRole',
    'password_hash as passwordHash',
  ])
}

export async function passwordHashOf(db: Db, accountId: string): Promise<string | null> {
  const account = await findRow(db, 'account', { id: accountId }, ['password_hash as hash'])
  // The account was deleted concurrently.
  if (!account) throw new ProblemError('unauthenticated')
  return account.hash
}

export type KnownAccount = NonNullable<Awaited<ReturnType<typeof accountByUsername>>>

/**
 * Locks the account's row until the transaction ends. Returns false if the account was deleted or its password has
 * changed meanwhile.
 * Password reset, locking and removal lock the same row. They either see the new session and end it, or no session
 * is opened.
 */
export async function lockUnchangedAccount(
  trx: DatabaseTransaction,
  { id, passwordHash }: KnownAccount,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set((row) => ({ language: row.ref('language') }))
    .where('id', '=', id)
    .where('password_hash', passwordHash === null ? 'is' : '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the account's row until the transaction ends. Returns the password hash. */
export async function lockAccount(trx: DatabaseTransaction, accountId: string): Promise<string | null> {
  const account = await trx
    .updateTable('account')
    .set((row) => ({ language: row.ref('language') }))
    .where('id', '=', accountId)
    .returning('password_hash as passwordHash')
    .executeTakeFirst()
  // The account was deleted concurrently.
  if (!account) throw new ProblemError('unauthenticated')
  return account.passwordHash
}

/** Number of proven factors, and whether the session is limited to setting up a second factor. */
interface Strength {
  factors?: 1 | 2
  limited?: boolean
  /** Present after a sign-in at an issuer. */
  atIssuer?: IssuerSession | undefined
}

export interface IssuerSession {
  issuer: string
  authenticated_at: string | null
  issuer_methods: string
  /** Encrypted. */
  id_token: string
}

/**
 * Maximum number of sessions of an account, far more than a person has devices. The limit stops a stolen password
 * from filling the table.
 */
export const SESSIONS = 50

/**
 * Opens a session; at the maximum of an account the oldest session ends. The caller must have locked the account's
 * row.
 */
export async function openSession(
  db: Db,
  accountId: string,
  now: Date,
  device: DeviceName = {},
  { factors = 1, limited = false, atIssuer }: Strength = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const { browser = null, system = null } = device
  await db
    .insertInto('session')
    .values({
      id,
      account_id: accountId,
      signed_in_at: now.toISOString(),
      browser,
      system,
      factors,
      limited: limited ? 1 : 0,
      ...atIssuer,
    })
    .execute()
  await recordSignIn(db, accountId, localDay(now))
  // The new session is excluded by its id, because this server's clock may be behind another server's clock.
  const others = db.selectFrom('session').select('id').where('account_id', '=', accountId).where('id', '!=', id)
  const newest = others
    .orderBy('signed_in_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS - 1)
  await db.deleteFrom('session').where('id', 'in', others).where('id', 'not in', newest).execute()
  return id
}

/** Records the day of a sign-in of staff. Further sign-ins of the day change nothing. */
async function recordSignIn(db: Db, accountId: string, day: IsoDate): Promise<void> {
  await db
    .updateTable('account')
    .set({ last_sign_in_day: day })
    .where('id', '=', accountId)
    .where('staff_role', 'is not', null)
    .where((row) => row.or([row('last_sign_in_day', 'is', null), row('last_sign_in_day', '<', day)]))
    .execute()
}

export async function deleteExpiredSessions(batching: Batching, now: Date): Promise<void> {
  const oldest = momentAfter(now, -SESSION_SECONDS * 1000)
  await deleteInBatches(batching, { table: 'session', key: 'id', where: sql`signed_in_at < ${oldest}` })
}

/** Returns the public id of a session. The real id authenticates in the token, so no response contains it. */
const publicIdOf = async (sessionId: string) => (await sha256(`session ${sessionId}`)).slice(0, 32)

/** Returns the sessions of an account, the latest first. */
export async function sessionsOf(db: Database, { accountId, sessionId }: Identity, now: Date): Promise<UserSession[]> {
  const oldest = momentAfter(now, -SESSION_SECONDS * 1000)
  const rows = await db
    .selectFrom('session')
    .select(['id', 'signed_in_at as signedInAt', 'browser', 'system'])
    .where('account_id', '=', accountId)
    .where('signed_in_at', '>', oldest)
    .orderBy('signed_in_at', 'desc')
    .execute()
  return await Promise.all(
    rows.map(async ({ id, signedInAt, browser, system }) => ({
      id: await publicIdOf(id),
      signedInAt,
      current: id === sessionId,
      ...(browser !== null && { browser }),
      ...(system !== null && { system }),
    })),
  )
}

/** Ends a session. Returns its encrypted ID token; null if it was not opened at an issuer. */
export async function closeSession(
  db: Db,
  { accountId, sessionId }: Pick<Identity, 'accountId' | 'sessionId'>,
): Promise<string | null> {
  const session = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .returning('id_token as idToken')
    .executeTakeFirst()
  return session?.idToken ?? null
}

/** Ends a session of the account by its public id. Returns whether the session existed. */
export async function closeListedSession(db: Database, accountId: string, publicId: string): Promise<boolean> {
  const rows = await db.selectFrom('session').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of rows) {
    if ((await publicIdOf(id)) !== publicId) continue
    await closeSession(db, { accountId, sessionId: id })
    return true
  }
  return false
}

export async function closeSessions(db: Db, accountId: string, filter: { but?: string } = {}): Promise<void> {
  let sessions = db.deleteFrom('session').where('account_id', '=', accountId)
  if (filter.but !== undefined) sessions = sessions.where('id', '!=', filter.but)
  await sessions.execute()
}

/** Returns the signed-in user as the API sends it. An account without a staff role is always a PORTAL_USER. */
export async function userOf(db: Database, identity: Identity): Promise<User> {
  const { accountId, username, firstName, lastName, practiceId, staffRole, language } = identity
  const roles: Role[] = staffRole ? [staffRole] : []
  if (!staffRole || (await hasClient(db, accountId))) roles.push('PORTAL_USER')
  const workplaces = staffRole ? await workplacesOf(db, accountId) : []
  return {
    id: accountId,
    username,
    email: username,
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    practiceId,
    roles,
    language,
    ...(workplaces.length > 1 && { workplaces }),
  }
}

/** Returns the practices where an account is staff: the first practice, then the others by name. */
export async function workplacesOf(db: Db, accountId: string): Promise<Workplace[]> {
  const { rows } = await sql<Workplace>`
    select w.practice_id as "practiceId", practice.name, w.role
    from ${activeMemberships} w join practice on practice.id = w.practice_id
    where w.account_id = ${accountId} order by w.place, practice.name, w.practice_id`.execute(db)
  return rows
}

async function hasClient(db: Database, accountId: string): Promise<boolean> {
  const client = await findRow(db, 'client', { account_id: accountId, registered: 1 }, ['uuid'])
  return client !== undefined
}
