import { sql } from 'kysely'
import type { StaffMember } from '#contract/staff.ts'
import type { StaffRole } from '#contract/user.ts'
import { hasFactor } from '#server/auth/second-factor.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

type Db = Database | DatabaseTransaction

interface Row {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
  role: StaffRole
  hasAccepted: number
  endedAt: string | null
  hasFactor: number
}

const isInvited = sql`i.account_id is not null`
const firstName = sql`case when ${isInvited} then i.first_name else a.first_name end`
const lastName = sql`case when ${isInvited} then i.last_name else a.last_name end`

// Of whom it is the first practice, and whose further or former one it is.
const staffOf = (practiceId: string) => sql`
  select a.id, a.username, ${firstName} as "firstName", ${lastName} as "lastName", w.role,
    case when a.password_hash is null or ${isInvited} then 0 else 1 end as "hasAccepted", w.ended_at as "endedAt",
    case when not (${isInvited}) and (${hasFactor('a.id')}) then 1 else 0 end as "hasFactor"
  from (
    select id as account_id, staff_role as role, null as ended_at from account
    where practice_id = ${practiceId} and staff_role is not null
    union all
    select account_id, role, ended_at from membership where practice_id = ${practiceId}
  ) w join account a on a.id = w.account_id
  left join staff_invitation i on i.account_id = a.id and i.practice_id = ${practiceId}`

/** By name; who has left comes last. */
export async function staffMembers(db: Db, practiceId: string): Promise<StaffMember[]> {
  const { rows } = await sql<Row>`${staffOf(practiceId)}
    order by case when w.ended_at is null then 0 else 1 end,
      lower(coalesce(${firstName}, ${lastName}, a.username)), a.username`.execute(db)
  return rows.map(memberOf)
}

export async function staffMember(db: Db, practiceId: string, accountId: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<Row>`${staffOf(practiceId)} where a.id = ${accountId}`.execute(db)
  return rows[0] && memberOf(rows[0])
}

/** Where somebody is staff. */
export async function workplacesOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select practice_id as id from account where id = ${accountId} and staff_role is not null
    union all select practice_id from membership where account_id = ${accountId} and ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

function memberOf({ id, username, firstName, lastName, role, hasAccepted, endedAt, hasFactor }: Row): StaffMember {
  return {
    id,
    username,
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    role,
    state: endedAt !== null ? 'deactivated' : hasAccepted === 1 ? 'active' : 'invited',
    secondFactor: hasFactor === 1,
  }
}
