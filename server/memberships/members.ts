import { sql } from 'kysely'
import type { StaffMember } from '#contract/staff.ts'
import type { StaffRole } from '#contract/user.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

type Db = Database | DatabaseTransaction

interface Row {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
  activeRole: StaffRole | null
  offeredRole: StaffRole | null
  endedRole: StaffRole | null
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
    ${activeRole} as "activeRole", o.role as "offeredRole", m.role as "endedRole", m.declined,
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

export async function staffMember(db: Db, practiceId: string, accountId: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<Row>`${membersOf(practiceId)} where a.id = ${accountId}`.execute(db)
  return rows[0] && memberOf(rows[0])
}

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
  { activeRole, offeredRole, endedRole }: Pick<Row, 'activeRole' | 'offeredRole' | 'endedRole'>,
  declined: number | null,
): Pick<StaffMember, 'role' | 'state' | 'offeredRole' | 'declined'> {
  if (activeRole !== null) return { role: activeRole, state: 'active', ...present({ offeredRole }) }
  if (offeredRole !== null) return { role: offeredRole, state: 'offered' }
  return { role: endedRole!, state: 'ended', ...(declined === 1 && { declined: true }) }
}
