import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Offered {
  accountId: string
  practiceId: string
  username: string
  firstName: string | null
  lastName: string | null
  key: string | null
}

const activeAdmins = sql`(select id as account_id, practice_id from account where staff_role = 'CLINIC_ADMIN'
  union all select account_id, practice_id from membership where role = 'CLINIC_ADMIN' and ended_at is null)`

/**
 * Turns exports' earlier offers of admin roles into proposals, which an admin must accept. Offers by a person stay, and
 * so do an operator's offers to the first admins of a practice.
 */
export const proposedAdmins = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<Offered & { byPerson: string | null; details: string | null; hasAdmin: number }>`
      select o.account_id as "accountId", o.practice_id as "practiceId", a.username, e.first_name as "firstName",
        e.last_name as "lastName", l.account_id as "byPerson", l.details,
        case when exists (select 1 from ${activeAdmins} w where w.practice_id = o.practice_id) then 1 else 0 end as "hasAdmin"
      from staff_offer o join account a on a.id = o.account_id
      join exported_staff e on e.practice_id = o.practice_id and e.username = a.username and e.role = 'CLINIC_ADMIN'
      left join audit l on l.practice_id = o.practice_id and l.at = o.offered_at
        and l.action in ('staff-invited', 'staff-role-offered') and l.details like '%"' || o.account_id || '"%'
      where o.role = 'CLINIC_ADMIN' order by o.account_id, o.practice_id`.execute(db)
    for (const { details, byPerson, hasAdmin, ...row } of rows) {
      const { key = null }: { key?: string | null } = JSON.parse(details ?? '{}')
      if (byPerson === null && (hasAdmin === 1 || key !== null)) await propose(db, { ...row, key })
    }
  },
})

async function propose(
  db: Kysely<unknown>,
  { accountId, practiceId, username, firstName, lastName, key }: Offered,
): Promise<void> {
  const now = new Date().toISOString()
  await sql`delete from staff_offer where account_id = ${accountId} and practice_id = ${practiceId}`.execute(db)
  await sql`insert into staff_proposal (id, practice_id, username, first_name, last_name, key_name, proposed_at)
    values (${crypto.randomUUID()}, ${practiceId}, ${username}, ${firstName}, ${lastName}, ${key}, ${now})
    on conflict do nothing`.execute(db)
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const member = name === '' ? username : `${name} (${username})`
  const details = JSON.stringify({ change: 'admin-proposed', member, ...(key !== null && { keys: [key] }) })
  const { rows: admins } = await sql<{ accountId: string }>`
    select account_id as "accountId" from ${activeAdmins} w where w.practice_id = ${practiceId}`.execute(db)
  for (const admin of admins)
    await sql`insert into outbox (id, kind, account_id, practice_id, created_at, details)
      values (${crypto.randomUUID()}, 'admin-change', ${admin.accountId}, ${practiceId}, ${now}, ${details})`.execute(
      db,
    )
}
