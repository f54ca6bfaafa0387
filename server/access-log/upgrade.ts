import { sql } from 'kysely'
import { FILL_BATCH_SIZE, fillIn } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { fillNames } from './names.ts'
import { insertReads } from './reads.ts'

/**
 * Number of latest entries checked for missing names. A server of a former version, running beside this server,
 * adds no names.
 */
const RECENT = 2000

/** Moves reads recorded by a server of a former version into the log, and folds all names for searches. */
export async function upgradeLog(ports: { db: Database; stopping?: AbortSignal | undefined }): Promise<void> {
  await fillIn(ports, moveReads)
  await addRecentNames(ports.db)
  await fillNames(ports)
}

const moveReads = (db: Database): Promise<number> =>
  inTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('client_reading')
      .selectAll()
      .orderBy('practice_id')
      .orderBy('day')
      .limit(FILL_BATCH_SIZE)
      .execute()
    if (rows.length === 0) return 0
    const groups = Map.groupBy(rows, ({ day, account_id, key_name }) => JSON.stringify([day, account_id, key_name]))
    for (const [first, ...others] of groups.values()) {
      if (!first) continue
      const { day, account_id: accountId, key_name: keyName } = first
      await insertReads(trx, {
        reader: accountId === '' ? { keyName } : { accountId },
        reads: new Map([first, ...others].map((row) => [row.client_uuid, 'read'])),
        // The time of the day is unknown, so noon is used.
        now: new Date(`${day}T12:00:00.000Z`),
      })
    }
    const keys = rows.map((row) => sql`(${row.client_uuid}, ${row.day}, ${row.account_id}, ${row.key_name})`)
    await sql`delete from client_reading
      where (client_uuid, day, account_id, key_name) in (values ${sql.join(keys)})`.execute(trx)
    return rows.length
  })

async function addRecentNames(db: Database): Promise<void> {
  const recent = sql`audit where id > (select coalesce(max(id), 0) from audit) - ${sql.lit(RECENT)}`
  await sql`insert into audit_name (practice_id, kind, party_id, name, username)
    select practice_id, 'client', client_uuid, coalesce(client_name, ''), '' from ${recent} and client_uuid is not null
    union select practice_id, 'account', account_id, coalesce(account_name, ''), coalesce(account_username, '')
      from ${recent} and account_id is not null
    order by 1, 2, 3, 4, 5 on conflict do nothing`.execute(db)
}
