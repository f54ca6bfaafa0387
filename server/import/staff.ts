import { sql } from 'kysely'
import { lockRows } from '#server/db/transaction.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { present } from '#server/db/present.ts'
import { announceChange, nameWithAddress } from '#server/notices/admin-changes.ts'
import { activeMemberships, staffInBatches } from '#server/memberships/members.ts'
import { auditStaff } from '#server/offers/offers.ts'

const changed = sql`x.wrong = 0 and x.change in ('added', 'updated')`

/**
 * Condition that a line requests an admin role that only an admin may grant. The operator's command may grant the
 * role at a practice without an admin.
 */
const requestsAdmin = (
  key: string | undefined,
) => sql`(x.role = 'CLINIC_ADMIN' and coalesce(o.role, '') <> 'CLINIC_ADMIN'
  ${key === undefined ? sql`and exists (select 1 from ${activeMemberships} b where b.practice_id = x.practice_id and b.role = 'CLINIC_ADMIN')` : sql``})`

/** Joins staged lines with the previous export and the present state of the person at the practice. */
const known = sql`staged_user x left join account a on a.username = x.username
  left join exported_staff e on e.practice_id = x.practice_id and e.username = x.username
  left join ${activeMemberships} w on w.account_id = a.id and w.practice_id = x.practice_id
  left join staff_offer o on o.account_id = a.id and o.practice_id = x.practice_id
  left join membership m on m.account_id = a.id and m.practice_id = x.practice_id and m.ended_at is not null`

const offered = sql`${changed} and m.account_id is null and case
  when w.role is not null then w.role <> x.role and e.role is not null and e.role <> x.role
  when o.role is not null then e.role is not null
    and (e.role <> x.role or e.first_name is distinct from x.first_name or e.last_name is distinct from x.last_name)
  else 1 = 1 end`

/**
 * Creates the staff offers of an export. Admin roles become proposals that an admin must accept.
 * A staff offer changes no account, grants no rights, and does not reveal whether the address has an account. Ended
 * memberships are not offered again. Active staff get a staff offer only for a role that differs from the previous
 * export.
 */
export async function offerStaff(
  trx: DatabaseTransaction,
  { now, key }: { now: Date; key: string | undefined },
): Promise<void> {
  const at = now.toISOString()
  await sql`insert into account (id, username, first_name, last_name, language, created_at)
    select x.account_id, x.username, x.first_name, x.last_name, x.language, cast(${at} as text)
    from ${known} where ${changed} and a.id is null and not ${requestsAdmin(key)} order by x.username
    on conflict (username) do nothing`.execute(trx)
  // Prevents a concurrent end or acceptance of a membership.
  await lockRows(
    trx,
    'account',
    sql`(select a.id from staged_user x join account a on a.username = x.username where ${changed})`,
  )
  // If the export names the present role again, the staff offer of another role is withdrawn.
  await sql`delete from staff_offer where exists (select 1 from ${known}
    where ${changed} and a.id = staff_offer.account_id and x.practice_id = staff_offer.practice_id
      and w.role = x.role and e.role <> x.role)`.execute(trx)
  await propose(trx, { now, key })
  const mayOffer = sql`${offered} and a.id is not null and not ${requestsAdmin(key)}`
  await sql`insert into staff_name (account_id, practice_id, first_name, last_name)
    select a.id, x.practice_id, x.first_name, x.last_name from ${known} where ${mayOffer} and w.role is null
    order by a.id, x.practice_id
    on conflict (account_id, practice_id) do update set first_name = excluded.first_name,
      last_name = excluded.last_name`.execute(trx)
  const { rows } = await sql<Offered>`
    insert into staff_offer (account_id, practice_id, role, offered_at)
    select a.id, x.practice_id, x.role, cast(${at} as text) from ${known} where ${mayOffer}
    order by a.id, x.practice_id
    on conflict (account_id, practice_id) do update set role = excluded.role,
      offered_at = case when staff_offer.role = excluded.role then staff_offer.offered_at else excluded.offered_at end
    returning account_id as "accountId", practice_id as "practiceId", offered_at as "offeredAt"`.execute(trx)
  await auditOffers(
    trx,
    // A corrected name alone is not a new staff offer, so no invitation is recorded.
    rows.filter(({ offeredAt }) => offeredAt === at),
    { now, key },
  )
}

/** Stores the admins that an export requests, in place of earlier proposals, and mails the admins of the practice. */
async function propose(trx: DatabaseTransaction, { now, key }: { now: Date; key: string | undefined }): Promise<void> {
  await sql`delete from staff_proposal where exists (select 1 from staged_user x where ${changed}
    and x.practice_id = staff_proposal.practice_id and x.username = staff_proposal.username)`.execute(trx)
  const { rows } = await sql<Proposed>`
    select x.practice_id as "practiceId", x.username, x.first_name as "firstName", x.last_name as "lastName"
    from ${known} where ${offered} and ${requestsAdmin(key)} order by x.username`.execute(trx)
  for (const { practiceId, username, firstName, lastName } of rows) {
    const id = crypto.randomUUID()
    await trx
      .insertInto('staff_proposal')
      .values({
        id,
        practice_id: practiceId,
        username,
        first_name: firstName,
        last_name: lastName,
        key_name: key ?? null,
        proposed_at: now.toISOString(),
      })
      .execute()
    const names = { username, ...present({ firstName, lastName }) }
    await auditStaff(
      trx,
      'staff-proposed',
      { id, role: 'CLINIC_ADMIN', state: 'offered', ...names },
      { practiceId, key, now },
    )
    const keys = key === undefined ? undefined : [key]
    await announceChange(trx, 'admin-proposed', { practiceId, member: nameWithAddress(names), keys, now })
  }
}

interface Proposed {
  practiceId: string
  username: string
  firstName: string | null
  lastName: string | null
}

interface Offered {
  accountId: string
  practiceId: string
  offeredAt: string
}

async function auditOffers(
  trx: DatabaseTransaction,
  rows: readonly Offered[],
  about: { now: Date; key: string | undefined },
): Promise<void> {
  for (const practiceId of new Set(rows.map((row) => row.practiceId))) {
    const offered = new Set(rows.filter((row) => row.practiceId === practiceId).map((row) => row.accountId))
    for await (const members of staffInBatches(trx, practiceId)) {
      for (const member of members.filter(({ id }) => offered.has(id))) {
        const { offeredRole } = member
        const action = offeredRole ? 'staff-role-offered' : 'staff-invited'
        await auditStaff(trx, action, offeredRole ? { ...member, role: offeredRole } : member, { practiceId, ...about })
      }
    }
  }
}

/** Recipients of invitations: `staff` with a staff offer, and registered `owners`. */
export type Invited = 'nobody' | 'staff' | 'staff-and-owners'

// Idempotent: no second invitation of a practice while a mail is queued or a link is valid.
const uninvited = (now: string) => sql`
  not exists (select 1 from outbox o where o.account_id = a.id and o.practice_id = x.practice_id
    and o.kind in ('activation', 'staff-activation'))
  and not exists (select 1 from invitation_link l where l.account_id = a.id and l.practice_id = x.practice_id
    and l.expires_at > ${now})
  and not exists (select 1 from password_link l where l.account_id = a.id and l.practice_id = x.practice_id
    and l.expires_at > ${now})`

/** Queues the invitations of an import in its transaction, and marks the owners in the export as invited. */
export async function invite(trx: DatabaseTransaction, invited: Invited, now: Date): Promise<void> {
  const at = now.toISOString()
  if (invited !== 'nobody')
    await sql`insert into outbox (id, kind, account_id, practice_id, created_at, place)
      select x.mail_id, case when a.password_hash is null then 'staff-activation' else 'staff-offer' end, a.id, x.practice_id,
        ${at}, x.line
      from staged_user x join account a on a.username = x.username
      join staff_offer o on o.account_id = a.id and o.practice_id = x.practice_id
      where x.wrong = 0 and case when a.password_hash is null then ${uninvited(at)} else o.offered_at = ${at}
        and not exists (select 1 from outbox w where w.account_id = a.id and w.kind = 'staff-offer' and w.practice_id = o.practice_id)
        end`.execute(trx)
  if (invited !== 'staff-and-owners') return
  const owners = sql`staged_client x join client c on c.uuid = x.uuid and c.registered = 1 and c.locked = 0
    join practice p on p.id = c.practice_id and p.locked = 0
    join account a on a.id = c.account_id`
  // One mail per account, however many clients it has.
  await sql`insert into outbox (id, kind, account_id, practice_id, created_at, place)
    select i.mail_id, 'activation', i.account_id, i.practice_id, ${at}, i.line from (
      select x.mail_id, a.id as account_id, x.practice_id, x.line,
        row_number() over (partition by a.id order by x.line) as place
      from ${owners}
      where x.wrong = 0 and a.password_hash is null and ${uninvited(at)}) i
    where i.place = 1`.execute(trx)
  await sql`insert into outbox (id, kind, account_id, practice_id, created_at, place)
    select i.mail_id, 'access', i.account_id, i.practice_id, ${at}, i.line from (
      select x.mail_id, a.id as account_id, x.practice_id, x.line,
        row_number() over (partition by a.id, x.practice_id order by x.line) as place
      from ${owners}
      where x.wrong = 0 and a.password_hash is not null
        and (x.gets_account = 1 or c.activation = 'not-invited')) i
    where i.place = 1`.execute(trx)
  await sql`update client set activation = 'invited', invited_at = ${at} where activation = 'not-invited'
    and uuid in (select x.uuid from ${owners} where x.wrong = 0)`.execute(trx)
}
