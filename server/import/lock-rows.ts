import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import { lockRows } from '#server/db/transaction.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import type { Invited } from './staff.ts'
import type { RecordKind } from './records.ts'
import { REMOVAL } from './staging.ts'
import { RECORD_TABLES } from './tables.ts'

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union `)

/** Kinds of record whose removal or replacement also changes portal data of the client, such as requests. */
const OF_CLIENTS = ['patient', 'reminder', 'appointment', 'visitForm', 'estimate'] as const satisfies RecordKind[]

/** Clients that may lose their registration: removed, replaced, or with animals moved to another client. */
const leaving = sql`(
  select x.uuid from staged_client x where x.wrong = ${REMOVAL} and x.change = 'removed'
  union select p.former from staged_replacement p where p.kind = 'client'
  union select p.key from staged_replacement p where p.kind = 'client'
  union select p.client_uuid from staged_patient x join patient p on p.uuid = x.uuid and p.client_uuid <> x.client_uuid
    where x.wrong = 0 and x.change = 'updated'
  union select x.client_uuid from staged_patient x join patient p on p.uuid = x.uuid and p.client_uuid <> x.client_uuid
    where x.wrong = 0 and x.change = 'updated')`

/** Clients whose e-mail address may need confirmation, or whose pending change may end. */
const readdressed = sql`(
  select c.uuid from staged_client x join client c on c.uuid = x.uuid and c.registered = 1
  join account a on a.id = c.account_id left join address_change h on h.client_uuid = c.uuid
  where x.wrong = 0 and (x.address <> a.username or h.client_uuid is not null))`

function changedClients(invited: Invited): RawBuilder<unknown> {
  return sql`(${union([
    sql`select x.uuid from staged_client x where x.wrong = 0 and x.change = 'updated'`,
    sql`select uuid from ${leaving} l`,
    sql`select uuid from ${readdressed} r`,
    sql`select r.client_uuid from staged_request_answer x join request r on r.uuid = x.uuid
      where x.wrong = 0 and x.change = 'updated'`,
    // An owner may answer an estimate at the same time.
    sql`select x.client_uuid from staged_estimate x where x.wrong = 0 and x.change in ('added', 'updated')`,
    sql`select e.client_uuid from staged_estimate x join estimate e on e.uuid = x.uuid
      where x.wrong = 0 and x.change = 'updated'`,
    ...OF_CLIENTS.flatMap((kind) => {
      const { table, staged } = RECORD_TABLES[kind]
      return [
        sql`select t.client_uuid from staged_replacement p join ${sql.table(table)} t on t.uuid = p.former
          where p.kind = ${sql.lit(kind)}`,
        sql`select t.client_uuid from ${sql.table(staged)} x join ${sql.table(table)} t on t.uuid = x.uuid
          where x.wrong = ${REMOVAL} and x.change = 'removed'`,
      ]
    }),
    ...(invited === 'staff-and-owners'
      ? [
          sql`select c.uuid from staged_client x join client c on c.uuid = x.uuid
            where x.wrong = 0 and c.activation = 'not-invited'`,
        ]
      : []),
  ])})`
}

/**
 * Accounts of clients that leave or change their e-mail address, accounts of the new addresses, and of changed
 * staff.
 */
const changedAccounts = sql`(
  select c.account_id from client c where c.uuid in ${leaving}
  union select c.account_id from client c where c.uuid in ${readdressed}
  union select h.account_id from address_change h where h.client_uuid in ${readdressed} or h.client_uuid in ${leaving}
  union select a.id from staged_client x join account a on a.username = x.address where x.uuid in ${readdressed}
  union select a.id from staged_user x join account a on a.username = x.username
    where x.change in ('added', 'updated', 'removed'))`

/**
 * Locks the practices, clients and accounts that a merge changes, in the order of `LOCK_ORDER`. All other changed
 * rows belong to them, or only imports change them.
 */
export async function lockMerged(trx: DatabaseTransaction, invited: Invited): Promise<void> {
  if (!isPostgres(trx)) return
  await lockRows(
    trx,
    'practice',
    sql`(select id from staged_practice where wrong = 0 and change = 'updated'
      union select practice_id from staged_user where wrong = ${REMOVAL} and change = 'removed')`,
  )
  await lockRows(trx, 'client', changedClients(invited))
  const { isDeleting } = await oneRow(
    sql<{ isDeleting: boolean }>`select exists (select 1 from ${leaving} l) as "isDeleting"`,
    trx,
  )
  await lockRows(trx, 'account', changedAccounts, isDeleting ? 'deleting' : 'changing')
}
