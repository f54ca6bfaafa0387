import { sql } from 'kysely'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { type KeyStore, createUrlSigner } from '#server/http/url-signing-key.ts'

/** Feeds have no older reminders and appointments. */
export const KEPT_DAYS = 366

const PUBLISHED = ['calendar_event', 'calendar_appointment'] as const

interface FeedOwner {
  clientId: string
  accountId: string
}

export async function feedIdOf(db: Database, { clientId, accountId }: FeedOwner): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feed')
    .select('id')
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return feed?.id
}

export async function replaceFeed(trx: DatabaseTransaction, { clientId, accountId }: FeedOwner): Promise<string> {
  const feed = { account_id: accountId, id: crypto.randomUUID() }
  await trx
    .insertInto('calendar_feed')
    .values({ client_uuid: clientId, ...feed })
    .onConflict((conflict) => conflict.column('client_uuid').doUpdateSet(feed))
    .execute()
  await removeEvents(trx, [clientId])
  return feed.id
}

export async function removeFeed(trx: DatabaseTransaction, clientId: string): Promise<void> {
  await trx.deleteFrom('calendar_feed').where('client_uuid', '=', clientId).execute()
  await removeEvents(trx, [clientId])
}

export async function removeFeedsOf(trx: DatabaseTransaction, accountId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('calendar_feed')
    .where('account_id', '=', accountId)
    .returning('client_uuid as clientId')
    .execute()
  await removeEvents(
    trx,
    removed.map(({ clientId }) => clientId),
  )
  return removed.length > 0
}

/** Deletes published events: a feed with a new URL starts without former revisions. */
async function removeEvents(trx: DatabaseTransaction, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return
  for (const table of PUBLISHED) await trx.deleteFrom(table).where('client_uuid', 'in', clientIds).execute()
}

/** Deletes events of feeds whose account was removed, once the removal cannot be undone any more. */
export async function deleteAbandonedEvents(batching: Batching): Promise<void> {
  for (const table of PUBLISHED) {
    const clientId = sql.ref(`${table}.client_uuid`)
    await deleteInBatches(batching, {
      table,
      key: 'client_uuid',
      where: sql`not exists (select 1 from calendar_feed f where f.client_uuid = ${clientId})
        and not exists (select 1 from removed_row r
          where r.client_uuid = ${clientId} and r.source = 'calendar_feed')`,
    })
  }
}

export async function feedById(db: Database, id: string): Promise<FeedOwner | undefined> {
  return await db
    .selectFrom('calendar_feed')
    .select(['client_uuid as clientId', 'account_id as accountId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Signs the paths of feeds: bearer capabilities that are valid until the feed gets another id. */
export function createCalendarAddresses(store: KeyStore) {
  const { sign, verify } = createUrlSigner(store, 'calendar')
  return {
    pathOf: async (feedId: string): Promise<string> =>
      `/files/calendar/${feedId}/${await sign(feedId)}/dierenportaal.ics`,
    verify,
  }
}
