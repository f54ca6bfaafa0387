import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/** Recipients of invitations: `staff` of the file to whom a membership is offered, and registered `owners`. */
export type Invited = 'nobody' | 'staff' | 'staff-and-owners'

// Idempotent: no second invitation of a practice while one is queued or its link is valid.
const uninvited = (now: string) => sql`
  not exists (select 1 from outbox o where o.account_id = a.id and o.practice_id = x.practice_id
    and o.kind in ('activation', 'staff-activation'))
  and not exists (select 1 from invitation_link l where l.account_id = a.id and l.practice_id = x.practice_id
    and l.expires_at > ${now})
  and not exists (select 1 from password_link l where l.account_id = a.id and l.practice_id = x.practice_id
    and l.expires_at > ${now})`

/** Queues the mails of an import in its transaction. Of the owners among whom they are sent, all are invited then. */
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
