import { sql } from 'kysely'
import type { StaffMember } from '#contract/staff.ts'
import type { StaffRole } from '#contract/user.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { oneRow } from '#server/db/one-row.ts'

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
/** The account's name for active staff only; else the one that the practice knows. */
const name = (
  column: 'first_name' | 'last_name',
) => sql`case when ${activeRole} is not null then ${sql.ref(`a.${column}`)}
  when o.account_id is not null then ${sql.ref(`o.${column}`)} else ${sql.ref(`m.${column}`)} end`

const membersOf = (practiceId: string) => sql`
  select a.id, a.username, ${name('first_name')} as "firstName", ${name('last_name')} as "lastName",
    coalesce(${activeRole}, o.role, m.role) as role, ${activeRole} as "activeRole", o.role as "offeredRole", m.declined,
    case when ${activeRole} is not null and (
      exists (select 1 from totp where account_id = a.id) or exists (select 1 from passkey where account_id = a.id)
    ) then 1 else 0 end as "hasFactor"
  from (
    select id as account_id, practice_id from account where practice_id = ${practiceId} and staff_role is not null
    union select account_id, practice_id from membership where practice_id = ${practiceId}
    union select account_id, practice_id from staff_offer where practice_id = ${practiceId}
  ) w join account a on a.id = w.account_id
  left join membership m on m.account_id = a.id and m.practice_id = w.practice_id
  left join staff_offer o on o.account_id = a.id and o.practice_id = w.practice_id`

/** The memberships of a practice by name; those that have ended come last. */
export async function staffMembers(db: Db, practiceId: string): Promise<StaffMember[]> {
  const { rows } = await sql<Row>`${membersOf(practiceId)}
    order by case when ${activeRole} is null and o.account_id is null then 1 else 0 end,
      lower(coalesce(${name('first_name')}, ${name('last_name')}, a.username)), a.username`.execute(db)
  return rows.map(memberOf)
}

const rowOf = (practiceId: string, accountId: string) => sql<Row>`${membersOf(practiceId)} where a.id = ${accountId}`

export async function staffMember(db: Db, practiceId: string, accountId: string): Promise<StaffMember | undefined> {
  const { rows } = await rowOf(practiceId, accountId).execute(db)
  return rows[0] && memberOf(rows[0])
}

/** One who is known to be a member, or to have been one. */
export const staffMemberOrThrow = async (db: Db, practiceId: string, accountId: string): Promise<StaffMember> =>
  memberOf(await oneRow(rowOf(practiceId, accountId), db))

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
