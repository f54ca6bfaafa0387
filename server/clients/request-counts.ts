import { type RawBuilder, sql } from 'kysely'
import type { RequestKind, RequestState } from '#contract/request.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

// Kept counts of the requests of registered clients, by practice, kind and state.

interface Counted {
  practiceId: string
  kind: RequestKind
  state: RequestState
}

export async function countRequest(db: Database, { practiceId, kind, state }: Counted, change: 1 | -1): Promise<void> {
  await db
    .insertInto('request_count')
    .values({ practice_id: practiceId, kind, state, count: change })
    .onConflict((conflict) =>
      conflict
        .columns(['practice_id', 'kind', 'state'])
        .doUpdateSet((row) => ({ count: row('request_count.count', '+', row.ref('excluded.count')) })),
    )
    .execute()
}

/** Clients whose rows are locked are registered (1), or not any more (-1): `which` holds their uuids. */
export async function countRequestsOf(
  trx: DatabaseTransaction,
  which: RawBuilder<unknown>,
  change: 1 | -1,
): Promise<void> {
  await sql`insert into request_count (practice_id, kind, state, count)
    select practice_id, kind, state, ${sql.lit(change)} * count(*) from request where client_uuid in ${which}
    group by practice_id, kind, state order by practice_id, kind, state
    on conflict (practice_id, kind, state) do update set count = request_count.count + excluded.count`.execute(trx)
}
