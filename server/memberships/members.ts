import { type RawBuilder, sql } from 'kysely'
import type { StaffMember } from '#contract/schemas/staff.ts'
import type { StaffRole } from '#contract/roles.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { oneRow } from '#server/db/one-row.ts'
import { nameAtPractice } from './names.ts'

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
}

const activeRole = sql`coalesce(case when a.practice_id = w.practice_id then a.staff_role end,
  case when m.ended_at is null then m.role end)`
/** As the practice knows it; of a former member or an offer also where the person has chosen another one since. */
const name = (column: 'first_name' | 'last_name') =>
  sql`case when ${activeRole} is not null then ${nameAtPractice(column, sql`w.practice_id`)} else ${sql.ref(`n.${column}`)} end`

/** `of`: only these accounts. */
const membersOf = (db: Db, practiceId: string, of?: readonly string[]) => sql<Row>`
  select a.id, a.username, ${name('first_name')} as "firstName", ${name('last_name')} as "lastName",
    coalesce(${activeRole}, o.role, m.role) as role, ${activeRole} as "activeRole", o.role as "offeredRole", m.declined,
    case when ${activeRole} is not null and (
      exists (select 1 from totp where account_id = a.id) or exists (select 1 from passkey where account_id = a.id)
    ) then 1 else 0 end as "hasFactor"
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

/** The memberships of a practice by name, in batches; those that have ended come last. */
export async function* staffInBatches(db: Db, practiceId: string): AsyncGenerator<StaffMember[]> {
  const { rows } = await sql<{ id: string }>`select a.id ${fromMembersOf(db, practiceId)}
    order by case when ${activeRole} is null and o.account_id is null then 1 else 0 end,
      lower(coalesce(${name('first_name')}, ${name('last_name')}, a.username)), a.username`.execute(db)
  yield* inKeyBatches(
    rows.map(({ id }) => id),
    async (some) => {
      const found = await membersOf(db, practiceId, some).execute(db)
      return new Map(found.rows.map((row) => [row.id, memberOf(row)]))
    },
  )
}

/** The active admins of a practice, in no order. */
export async function activeAdmins(db: Db, practiceId: string): Promise<StaffMember[]> {
  const { rows } = await sql<Row>`${membersOf(db, practiceId)} where ${activeRole} = 'CLINIC_ADMIN'`.execute(db)
  return rows.map(memberOf)
}

/** Counts the active members without a second factor. */
export async function countWithoutFactor(db: Db, practiceId: string): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from (${membersOf(db, practiceId)}) members
    where "activeRole" is not null and "hasFactor" = 0`
  return Number((await oneRow(query, db)).count)
}

export async function staffMember(db: Db, practiceId: string, accountId: string): Promise<StaffMember | undefined> {
  const { rows } = await membersOf(db, practiceId, [accountId]).execute(db)
  return rows[0] && memberOf(rows[0])
}

/** One who is known to be a member, or to have been one. */
export const staffMemberOrThrow = async (db: Db, practiceId: string, accountId: string): Promise<StaffMember> =>
  memberOf(await oneRow(membersOf(db, practiceId, [accountId]), db))

function memberOf({ id, username, firstName, lastName, declined, hasFactor, ...row }: Row): StaffMember {
  return {
    id,
    username,
    ...present({ firstName, lastName }),
    ...standing(row, declined),
    secondFactor: hasFactor === 1,
  }
}

function standing(
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
  const found = await db
    .selectFrom('staff_offer')
    .select('role')
    .where('account_id', '=', accountId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return found !== undefined
}
