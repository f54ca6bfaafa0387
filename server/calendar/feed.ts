import type { Database } from '#server/db/schema.ts'

interface Owned {
  clientId: string
  accountId: string
}

/** The id of the feed that an owner has, if any. */
export async function feedIdOf(db: Database, { clientId, accountId }: Owned): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feed')
    .select('id')
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return feed?.id
}

/** Gives an owner a feed with a new id, in the place of the former. */
export async function replaceFeed(db: Database, { clientId, accountId }: Owned): Promise<string> {
  const feed = { account_id: accountId, id: crypto.randomUUID() }
  await db
    .insertInto('calendar_feed')
    .values({ client_uuid: clientId, ...feed })
    .onConflict((conflict) => conflict.column('client_uuid').doUpdateSet(feed))
    .execute()
  return feed.id
}

export async function removeFeed(db: Database, clientId: string): Promise<void> {
  await db.deleteFrom('calendar_feed').where('client_uuid', '=', clientId).execute()
}

/** Whose feed that is. */
export async function feedById(db: Database, id: string): Promise<Owned | undefined> {
  return await db
    .selectFrom('calendar_feed')
    .select(['client_uuid as clientId', 'account_id as accountId'])
    .where('id', '=', id)
    .executeTakeFirst()
}
