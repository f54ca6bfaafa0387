import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import type { StaffRole } from '#contract/roles.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { findRow, oneRow } from '#server/db/one-row.ts'

type Db = Database | DatabaseTransaction

interface Row {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
  role: StaffRole
  activeRole: StaffRole | null
  offeredRole: StaffRole | null
  declined: number | null
  hasFactor: number
  lastSignIn: IsoDate | null
  hasIdentity: number
}

const activeRole = sql`coalesce(case when a.practice_id = w.practice_id then a.staff_role end,
  case when m.ended_at is null then m.role end)`
/**
 * SQL expression for a member's name as the practice knows it. For former members and staff offers, the practice's
 * name counts even if the person has chosen another name.
 */
const name = (column: 'first_name' | 'last_name') =>
  sql`case when ${activeRole} is not null then ${nameAtPractice(column, sql`w.practice_id`)} else ${sql.ref(`n.${column}`)} end`

/** Selects memberships of a practice; `of` limits them to accounts. */
const membersOf = (db: Db, practiceId: string, of?: readonly string[]) => sql<Row>`
  select a.id, a.username, ${name('first_name')} as "firstName", ${name('last_name')} as "lastName",
    coalesce(${activeRole}, o.role, m.role) as role, ${activeRole} as "activeRole", o.role as "offeredRole", m.declined,
    case when ${activeRole} is not null and (
      exists (select 1 from totp where account_id = a.id) or exists (select 1 from passkey where account_id = a.id)
    ) then 1 else 0 end as "hasFactor",
    case when ${activeRole} is not null then a.last_sign_in_day end as "lastSignIn",
    case when ${activeRole} is not null and exists (select 1 from oidc_identity where account_id = a.id)
      then 1 else 0 end as "hasIdentity"
  ${fromMembersOf(db, practiceId, of)}`

function fromMembersOf(db: Db, practiceId: string, of?: readonly string[]): RawBuilder<unknown> {
  const within = (column: 'id' | 'account_id') =>
    sql`practice_id = ${practiceId}${of ? sql` and ${isOneOf(db, column, of)}` : sql``}`
  return sql`from (
    select id as account_id, practice_id from account where ${within('id')} and staff_role is not null
    union select account_id, practice_id from membership where ${within('account_id')}
    union select account_id, practice_id from staff_offer where ${within('account_id')}
  ) w join account a on a.id = w.account_id
  left join membership m on m.account_id = a.id and m.practice_id = w.practice_id
  left join staff_offer o on o.account_id = a.id and o.practice_id = w.practice_id
  left join staff_name n on n.account_id = a.id and n.practice_id = w.practice_id`
}

/** Yields the memberships of a practice by name, in batches; ended memberships come last. */
export async function* staffInBatches(db: Db, practiceId: string): AsyncGenerator<StaffMember[]> {
  const { rows } = await sql<{ id: string }>`select a.id ${fromMembersOf(db, practiceId)}
    order by case when ${activeRole} is null and o.account_id is null then 1 else 0 end,
      lower(coalesce(${name('first_name')}, ${name('last_name')}, a.username)), a.username`.execute(db)
  yield* inKeyBatches(
    rows.map(({ id }) => id),
    async (batch) => {
      const found = await membersOf(db, practiceId, batch).execute(db)
      return new Map(found.rows.map((row) => [row.id, memberOf(row)]))
    },
  )
}

export async function activeAdmins(db: Db, practiceId: string): Promise<StaffMember[]> {
  const { rows } = await sql<Row>`${membersOf(db, practiceId)} where ${activeRole} = 'CLINIC_ADMIN'`.execute(db)
  return rows.map(memberOf)
}

export async function countWithoutFactor(db: Db, practiceId: string): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from (${membersOf(db, practiceId)}) members
    where "activeRole" is not null and "hasFactor" = 0`
  return Number((await oneRow(query, db)).count)
}

export async function staffMember(db: Db, practiceId: string, accountId: string): Promise<StaffMember | undefined> {
  const { rows } = await membersOf(db, practiceId, [accountId]).execute(db)
  return rows[0] && memberOf(rows[0])
}

/** Returns a member or former member; throws if there is none. */
export const staffMemberOrThrow = async (db: Db, practiceId: string, accountId: string): Promise<StaffMember> =>
  memberOf(await oneRow(membersOf(db, practiceId, [accountId]), db))

function memberOf({
  id,
  username,
  firstName,
  lastName,
  declined,
  hasFactor,
  hasIdentity,
  lastSignIn,
  ...row
}: Row): StaffMember {
  return {
    id,
    username,
    ...present({ firstName, lastName }),
    ...membershipState(row, declined),
    secondFactor: hasFactor === 1,
    ...present({ lastSignIn }),
    ...(hasIdentity === 1 && { identity: true }),
  }
}

function membershipState(
  { role, activeRole, offeredRole }: Pick<Row, 'role' | 'activeRole' | 'offeredRole'>,
  declined: number | null,
): Pick<StaffMember, 'role' | 'state' | 'offeredRole' | 'declined'> {
  if (activeRole !== null) return { role, state: 'active', ...present({ offeredRole }) }
  if (offeredRole !== null) return { role, state: 'offered' }
  return { role, state: 'ended', ...(declined === 1 && { declined: true }) }
}

export async function hasOffer(
  db: Db,
  { accountId, practiceId }: { accountId: string; practiceId: string },
): Promise<boolean> {
  const found = await findRow(db, 'staff_offer', { account_id: accountId, practice_id: practiceId }, ['role'])
  return found !== undefined
}

// The first active membership of an account is in its `account` row, and most accounts have only one. Further
// memberships are rows of `membership`.

/** Table of active memberships: `account_id`, `practice_id`, `role`, and `place` (0 for the first membership). */
export const activeMemberships: RawBuilder<unknown> = sql`(
  select id as account_id, practice_id, staff_role as role, 0 as place from account where staff_role is not null
  union all
  select account_id, practice_id, role, 1 as place from membership where ended_at is null)`

/** Returns the ids of the practices where an account is active staff. */
export async function workplacesOf(db: Database | DatabaseTransaction, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select practice_id as id from ${activeMemberships} w where account_id = ${accountId} order by place, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Day of the open session by which an owner accepted the offer, because sign-ins of owners are not recorded. */
const knownSignIn = sql<IsoDate | null>`coalesce(last_sign_in_day,
  (select substr(max(signed_in_at), 1, 10) from session where account_id = account.id))`

/**
 * Makes an account active staff of a practice, or changes its role there. Open sessions have the new role from
 * their next call.
 */
export async function activate(
  trx: Database | DatabaseTransaction,
  { accountId, practiceId, role }: { accountId: string; practiceId: string; role: StaffRole },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ practice_id: practiceId, staff_role: role, last_sign_in_day: knownSignIn })
    .where('id', '=', accountId)
    .where((row) => row.or([row('practice_id', 'is', null), row('practice_id', '=', practiceId)]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return await deleteMembership(trx, accountId, practiceId)
  const active = { role, ended_at: null, declined: null }
  await trx
    .insertInto('membership')
    .values({ account_id: accountId, practice_id: practiceId, ...active })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(active))
    .execute()
}

interface Ended {
  accountId: string
  practiceId: string
  role: StaffRole
  /** Names that the practice used for the person. */
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  declined?: boolean
  now: Date
}

/** Ends a membership. If it was the account's first, another membership takes its place. */
export async function end(
  trx: DatabaseTransaction,
  { accountId, practiceId, role, firstName, lastName, declined = false, now }: Ended,
): Promise<void> {
  const ended = { role, ended_at: now.toISOString(), declined: declined ? (1 as const) : null }
  await trx
    .insertInto('membership')
    .values({ account_id: accountId, practice_id: practiceId, ...ended })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(ended))
    .execute()
  if (firstName !== undefined || lastName !== undefined)
    await saveName(trx, { accountId, practiceId, firstName, lastName })
  const next = await trx
    .selectFrom('membership')
    .select(['practice_id', 'role'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('practice_id')
    .executeTakeFirst()
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({
      practice_id: next?.practice_id ?? null,
      staff_role: next?.role ?? null,
      ...(!next && { last_sign_in_day: null }),
    })
    .where('id', '=', accountId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  if (next && numUpdatedRows === 1n) await deleteMembership(trx, accountId, next.practice_id)
}

async function deleteMembership(
  trx: Database | DatabaseTransaction,
  accountId: string,
  practiceId: string,
): Promise<void> {
  await trx.deleteFrom('membership').where('account_id', '=', accountId).where('practice_id', '=', practiceId).execute()
}

// Names of staff per practice. A practice sees the name that it typed, unless the person chose a name, which
// applies everywhere.
// Otherwise the name in the account's row comes from the practice that first invited the address. Other practices
// do not see that name.

export interface PersonName {
  username: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

export const nameOf = ({ username, firstName, lastName }: PersonName): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username

type NameColumn = 'first_name' | 'last_name'

/** SQL expression for the name of an account `a` at a practice, with its row `n` of `staff_name`, if any. */
export const nameAtPractice = (column: NameColumn, practiceId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when a.own_name = 1 or (n.account_id is null and a.practice_id = ${practiceId})
    then ${sql.ref(`a.${column}`)} else ${sql.ref(`n.${column}`)} end`

/** Returns the names of accounts as a practice knows them; unknown names are null. */
export async function namesAt(
  db: Db,
  practiceId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, PersonName>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<PersonName & { id: string }>`
    select a.id, a.username, ${nameAtPractice('first_name', sql`${practiceId}`)} as "firstName",
      ${nameAtPractice('last_name', sql`${practiceId}`)} as "lastName"
    from account a left join staff_name n on n.account_id = a.id and n.practice_id = ${practiceId}
    where a.id in (${sql.join(accountIds)})`.execute(db)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** Returns the name of an account as a practice knows it, or else its user name. */
export async function nameAt(
  db: Db,
  practiceId: string,
  { accountId, username }: { accountId: string; username: string },
): Promise<string> {
  return nameOf((await namesAt(db, practiceId, [accountId])).get(accountId) ?? { username })
}

export async function saveName(
  trx: Db,
  {
    accountId,
    practiceId,
    firstName = null,
    lastName = null,
  }: Omit<PersonName, 'username'> & {
    accountId: string
    practiceId: string
  },
): Promise<void> {
  const names = { first_name: firstName, last_name: lastName }
  await trx
    .insertInto('staff_name')
    .values({ account_id: accountId, practice_id: practiceId, ...names })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(names))
    .execute()
}
