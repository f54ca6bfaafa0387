import { REQUEST_OUTCOMES, type RequestKind, unseenBefore } from '#contract/request.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'

/** Within how many working days the practice sees them; undefined where it has set none. */
async function limitOf(db: Database, practiceId: string): Promise<number | undefined> {
  const settings = await db
    .selectFrom('request_settings')
    .select('data')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return settings && parseStored('requestSettings', settings.data)?.seenWithinDays
}

/** Returns how many requests of each kind a practice has not seen; with `overdueAt`, has not seen in time at that moment. */
export async function unseenRequests(
  db: Database,
  practiceId: string,
  overdueAt: Date | undefined,
): Promise<{ kind: RequestKind; count: number }[]> {
  const before = overdueAt && unseenBefore(overdueAt, await limitOf(db, practiceId))
  return await db
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .where('request.practice_id', '=', practiceId)
    .where('request.state', '=', 'sent')
    .where('client.registered', '=', 1)
    .$if(before !== undefined, (unseen) => unseen.where('request.sent_at', '<', before ?? ''))
    .select((row) => ['request.kind', row.fn.countAll<number>().as('count')])
    .groupBy('request.kind')
    .orderBy('request.kind')
    .execute()
}

/** Whether the owner who asked can open it, answered or declined. */
export async function mayReadAnswer(
  db: Database,
  { requestId, accountId }: { requestId: string; accountId: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('request')
    .innerJoin('client', (join) =>
      join.onRef('client.uuid', '=', 'request.client_uuid').onRef('client.account_id', '=', 'request.account_id'),
    )
    .innerJoin('practice', 'practice.id', 'request.practice_id')
    .select('request.uuid')
    .where('request.uuid', '=', requestId)
    .where('request.state', 'in', REQUEST_OUTCOMES)
    .where('request.account_id', '=', accountId)
    .where('client.registered', '=', 1)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .executeTakeFirst()
  return found !== undefined
}
