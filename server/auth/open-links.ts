import { removeFeedsOf } from '#server/calendar/feed.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { revokeCardsOf } from '#server/shared-cards/cards.ts'

/**
 * Revokes the links that work without a session: to an account's calendars and to its shared cards, also those that undoing a
 * removal would restore. Answers whether there were any.
 */
export async function endOpenLinks(trx: DatabaseTransaction, accountId: string, now: Date): Promise<boolean> {
  const hadFeeds = await removeFeedsOf(trx, accountId)
  const hadCards = await revokeCardsOf(trx, accountId, now)
  const { numDeletedRows } = await trx
    .deleteFrom('removed_row')
    .where('source', 'in', ['calendar_feed', 'shared_card'])
    .where('client_uuid', 'in', (row) =>
      row.selectFrom('removed_client').select('client_uuid').where('account_id', '=', accountId),
    )
    .executeTakeFirstOrThrow()
  return hadFeeds || hadCards || numDeletedRows > 0n
}
