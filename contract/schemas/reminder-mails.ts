import type { InferType } from 'yup'
import { flag, isoDate, object, optionalObject, timestamp, total } from './fields.ts'
import { clientNewsSchema } from './news.ts'

/** Body of PUT /clients/{clientId}/reminder-mails. */
export const reminderMailsChangeSchema = object({ subscribed: flag().required('required') }).meta({
  title: 'ReminderMailsChange',
})

/** Body of PUT /practice/{practiceId}/reminder-mails. */
export const practiceReminderMailsChangeSchema = object({ enabled: flag().required('required') }).meta({
  title: 'PracticeReminderMailsChange',
})

export const reminderMailsSchema = object({
  offered: flag().required().meta({ description: 'Whether the practice sends reminder mails.' }),
  subscribed: flag().required(),
  since: timestamp().meta({ description: 'Absent where not subscribed.' }),
}).meta({ title: 'ReminderMails' })
/** Subscription of an owner to the weekly mail about reminders for one client's animals. */
export type ReminderMails = InferType<typeof reminderMailsSchema>

export const practiceReminderMailsSchema = object({
  enabled: flag().required(),
  subscribers: total().meta({ description: 'Number of clients that have subscribed.' }),
  latest: optionalObject({
    week: isoDate().required().meta({ description: 'Monday of the week.' }),
    sent: total(),
  }).meta({ description: 'Last week in which mails were sent.' }),
  sent: total().meta({ description: 'In the last four weeks.' }),
  givenUp: clientNewsSchema.required().meta({
    description: 'Mails of the last four weeks that could not be sent and are not retried.',
  }),
}).meta({ title: 'PracticeReminderMails' })
export type PracticeReminderMails = InferType<typeof practiceReminderMailsSchema>
