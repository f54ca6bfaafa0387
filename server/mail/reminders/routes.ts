import type { Hono } from 'hono'
import {
  practiceReminderMailsChangeSchema,
  practiceReminderMailsSchema,
  reminderMailsChangeSchema,
  reminderMailsSchema,
} from '#contract/schemas/reminder-mails.ts'
import { writeAudit } from '#server/access-log/write.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { get, operations, put } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { reminderMailsOf } from './counts.ts'
import { changeSubscription, reminderMailsOfClient } from './subscription.ts'

export const reminderMailOperations = operations('Client data', {
  getReminderMails: get('/clients/:clientId/reminder-mails', 'client owner', {
    summary: 'Get the subscription to the weekly reminder mail, and whether the practice sends it',
    response: reminderMailsSchema,
  }),
  changeReminderMails: put('/clients/:clientId/reminder-mails', 'client owner', {
    summary: 'Subscribe to or unsubscribe from the weekly reminder mail',
    body: reminderMailsChangeSchema,
    settings: true,
  }),
})

export const practiceReminderMailOperations = operations('Practice', {
  getPracticeReminderMails: get('/practice/:practiceId/reminder-mails', 'staff', {
    summary: 'Get whether the practice sends weekly reminder mails, with counts of the last four weeks',
    response: practiceReminderMailsSchema,
  }),
  changePracticeReminderMails: put('/practice/:practiceId/reminder-mails', 'staff', {
    summary: 'Turn the weekly reminder mails of the practice on or off',
    body: practiceReminderMailsChangeSchema,
    settings: true,
  }),
})

/** Routes of the weekly reminder mails: the subscription of an owner and the setting of a practice. */
export function reminderMailRoutes(services: Services): Hono<Env> {
  const { db } = services
  return routes(services)
    .on(reminderMailOperations.getReminderMails, ({ clientId, accountId }) =>
      reminderMailsOfClient(db, { clientId, accountId }),
    )

    .on(reminderMailOperations.changeReminderMails, async ({ by, clientId, accountId, now, body: { subscribed } }) => {
      await inTransaction(db, (trx) => changeSubscription(trx, { clientId, accountId, subscribed, by, now }))
    })

    .on(practiceReminderMailOperations.getPracticeReminderMails, ({ practiceId, now }) =>
      reminderMailsOf(db, practiceId, now),
    )

    .on(practiceReminderMailOperations.changePracticeReminderMails, async ({ by, practiceId, now, body }) => {
      const { enabled } = body
      await inTransaction(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('practice')
          .set({ reminder_mails: enabled ? 1 : 0 })
          .where('id', '=', practiceId)
          .where('reminder_mails', '=', enabled ? 0 : 1)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        const details = { fields: ['reminderMails'] }
        await writeAudit(trx, { practiceId, by, action: 'practice-changed', details, now })
      })
    }).app
}
