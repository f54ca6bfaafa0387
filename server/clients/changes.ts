import { type RawBuilder, sql } from 'kysely'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { ClientFeedEntry } from '#contract/schemas/client.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { mailFailureOf } from '#server/mail/given-up.ts'
import { FEED_SIZE } from '#server/operations/parameters.ts'

// Change feed of clients. The state that the feed shows is compared when a system reads the feed, so no writer of clients
// can be forgotten.

/** State of a client that no longer exists. */
const GONE = ''

/** Fields of the feed of a client `c`, as one text. */
const STATE = sql`concat_ws('|', c.registered, c.locked, coalesce(c.activation, ''), coalesce(c.mail_failure, ''),
  coalesce(c.registered_at, ''), coalesce(c.client_number, ''), coalesce(c.email, ''))`

/** Clients whose state is not the one that the feed last numbered. */
const changed = (practiceId: string): RawBuilder<unknown> => sql`(
  select c.uuid, ${STATE} as state from client c where c.practice_id = ${practiceId} and not exists (
    select 1 from client_change x where x.practice_id = c.practice_id and x.uuid = c.uuid and x.state = ${STATE})
  union all
  select x.uuid, ${GONE} from client_change x where x.practice_id = ${practiceId} and x.state <> ${GONE}
    and not exists (select 1 from client c where c.uuid = x.uuid and c.practice_id = x.practice_id))`

/**
 * Numbers the clients that have changed. The row of the practice's number stays locked until the commit, so that numbers
 * become visible in order. Changes that are committed later get higher numbers.
 */
async function numberChanges(db: Database, practiceId: string): Promise<void> {
  const { rows } = await sql`select 1 from ${changed(practiceId)} found limit 1`.execute(db)
  if (rows.length === 0) return
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('client_feed')
      .values({ practice_id: practiceId, number: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Locks the row.
    const { number } = await trx
      .updateTable('client_feed')
      .set((row) => ({ number: row.ref('number') }))
      .where('practice_id', '=', practiceId)
      .returning('number')
      .executeTakeFirstOrThrow()
    const { numAffectedRows = 0n } = await sql`
      insert into client_change (practice_id, uuid, number, state)
      select cast(${practiceId} as text), found.uuid, ${sql.lit(Number(number))} + row_number() over (order by found.uuid), found.state
      from ${changed(practiceId)} found where 1 = 1 order by found.uuid
      on conflict (practice_id, uuid) do update set number = excluded.number, state = excluded.state`.execute(trx)
    await trx
      .updateTable('client_feed')
      .set({ number: Number(number) + Number(numAffectedRows) })
      .where('practice_id', '=', practiceId)
      .execute()
  })
}

/** Returns clients that changed after a number, in the order of the numbers. The page has their total. */
export async function clientsAfter(
  db: Database,
  { practiceId, after }: { practiceId: string; after: number },
): Promise<Page<ClientFeedEntry>> {
  await numberChanges(db, practiceId)
  const later = db
    .selectFrom('client_change as x')
    .where('x.practice_id', '=', practiceId)
    .where('x.number', '>', after)
  const { total } = await later.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await later
    .leftJoin('client as c', (join) => join.onRef('c.uuid', '=', 'x.uuid').onRef('c.practice_id', '=', 'x.practice_id'))
    .select([
      'x.uuid',
      'x.number',
      'c.registered',
      'c.locked',
      'c.activation',
      'c.mail_failure',
      'c.registered_at',
      'c.client_number',
      'c.email',
    ])
    .orderBy('x.number')
    .limit(FEED_SIZE)
    .execute()
  const content = rows.map(({ uuid, number, registered, ...row }): ClientFeedEntry => {
    if (registered === null) return { uuid, number: Number(number), removed: true }
    return {
      uuid,
      number: Number(number),
      registered: registered === 1,
      locked: row.locked === 1,
      ...present({
        clientNumber: row.client_number,
        email: row.email,
        registeredAt: row.registered_at,
        invitation: row.activation,
        mailFailure: row.mail_failure === null ? null : mailFailureOf(row.mail_failure),
      }),
    }
  })
  return { content, page: pageInfo(0, FEED_SIZE, Number(total)) }
}

/** Deletes the last state of clients that no longer exist, which has their e-mail address. */
export const forgetRemoved = async (db: Database): Promise<void> => {
  await sql`update client_change set state = 'removed' where state not in ('removed', ${GONE})
    and not exists (select 1 from client c where c.uuid = client_change.uuid)`.execute(db)
}
