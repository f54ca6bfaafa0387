import { sql } from 'kysely'
import type { ClientFigures } from '#contract/schemas/figures.ts'
import type { Database } from '#server/db/schema.ts'
import { mailedClients } from '#server/mail/reminders/due.ts'
import { countWhere } from './records.ts'

/** Who of the clients is reached by the portal, and by what. */
export async function clientFigures(db: Database, practiceId: string): Promise<ClientFigures> {
  const isOpen = sql`registered = 1 and locked = 0`
  const [counts, { mailed }] = await Promise.all([
    db
      .selectFrom('client')
      .select([
        countWhere(sql`${isOpen} and activation = 'activated'`).as('activated'),
        countWhere(sql`${isOpen} and coalesce(activation, '') not in ('activated', 'not-invited')`).as('invited'),
        countWhere(sql`${isOpen} and activation = 'not-invited'`).as('notInvited'),
        countWhere(sql`registered = 1 and locked = 1`).as('locked'),
        countWhere(sql`registered = 0 and email is not null`).as('withEmail'),
        countWhere(sql`registered = 0 and email is null`).as('withoutEmail'),
      ])
      .where('practice_id', '=', practiceId)
      .executeTakeFirstOrThrow(),
    mailedClients(db)
      .select((row) => row.fn.countAll<number>().as('mailed'))
      .where('client.practice_id', '=', practiceId)
      .where('client.activation', '=', 'activated')
      .executeTakeFirstOrThrow(),
  ])
  return {
    mailed: Number(mailed),
    activated: Number(counts.activated) - Number(mailed),
    invited: Number(counts.invited),
    notInvited: Number(counts.notInvited),
    locked: Number(counts.locked),
    withEmail: Number(counts.withEmail),
    withoutEmail: Number(counts.withoutEmail),
  }
}
