import { sql } from 'kysely'
import { removeFeedsOf } from '#server/calendar/feed.ts'
import { lockRows } from '#server/db/locks.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { revokeCardsOf } from '#server/shared-cards/cards.ts'

/** Locks the clients whose links `endOpenLinks` revokes, before the account. */
export const lockLinkedClients = (trx: DatabaseTransaction, accountId: string): Promise<void> =>
  lockRows(
    trx,
    'client',
    sql`(select client_uuid from calendar_feed where account_id = ${accountId}
      union select client_uuid from shared_card where account_id = ${accountId}
      union select client_uuid from removed_client where account_id = ${accountId})`,
  )

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
