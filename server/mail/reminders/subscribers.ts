import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { NOT_SENT_IN_TIME } from '../given-up.ts'

/**
 * The clients whose owners get mails of what is due: they have asked for them, the practice sends them, and they may see what is in
 * them. An address that a mail server has refused gets none, for as long as that is remembered.
 */
export const mailedClients = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('reminder_subscription as subscription')
    .innerJoin('client', (join) =>
      join
        .onRef('client.uuid', '=', 'subscription.client_uuid')
        .onRef('client.account_id', '=', 'subscription.account_id'),
    )
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .where('client.registered', '=', 1)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .where('practice.reminder_mails', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('given_up_mail as refused')
            .select('refused.id')
            .whereRef('refused.account_id', '=', 'subscription.account_id')
            .where('refused.reason', '<>', NOT_SENT_IN_TIME),
        ),
      ),
    )
