import { Hono } from 'hono'
import { practiceReminderMailsChangeSchema, reminderMailsChangeSchema } from '#contract/schemas/reminder-mails.ts'
import {
  accessToClient,
  accessToPractice,
  requireOwner,
  requireRegistered,
  requireStaff,
  requireUnlocked,
} from '#server/access/access-level.ts'
import { writeAudit } from '#server/access-log/write.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { validSettings } from '#server/http/validate.ts'
import { reminderMailsOf } from './counts.ts'
import { changeSubscription, reminderMailsOfClient } from './subscription.ts'

/** Routes of the weekly reminder mails: the subscription of an owner and the setting of a practice. */
export function reminderMailRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  const ofClient = '/clients/:clientId/reminder-mails'
  const ofPractice = '/practice/:practiceId/reminder-mails'

  async function authoriseOwner(c: Call, clientId: string) {
    const { client, access } = await accessToClient(db, c.get('identity'), clientId)
    requireUnlocked(access)
    requireRegistered(client)
    requireOwner(access)
    return { clientId: client.uuid, accountId: c.get('identity').accountId }
  }

  return new Hono<Env>()
    .get(ofClient, signedIn, async (c) =>
      c.json(await reminderMailsOfClient(db, await authoriseOwner(c, c.req.param('clientId')))),
    )
    .put(ofClient, signedIn, async (c) => {
      const subscriber = await authoriseOwner(c, c.req.param('clientId'))
      const { subscribed } = await validSettings(c, reminderMailsChangeSchema)
      const by = c.get('identity')
      await inTransaction(db, (trx) => changeSubscription(trx, { ...subscriber, subscribed, by, now: clock() }))
      return c.body(null, 204)
    })

    .get(ofPractice, signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
      return c.json(await reminderMailsOf(db, practiceId, clock()))
    })
    .put(ofPractice, signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      requireStaff(await accessToPractice(db, by, practiceId))
      const { enabled } = await validSettings(c, practiceReminderMailsChangeSchema)
      await inTransaction(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('practice')
          .set({ reminder_mails: enabled ? 1 : 0 })
          .where('id', '=', practiceId)
          .where('reminder_mails', '=', enabled ? 0 : 1)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        const details = { fields: ['reminderMails'] }
        await writeAudit(trx, { practiceId, by, action: 'practice-changed', details, now: clock() })
      })
      return c.body(null, 204)
    })
}
