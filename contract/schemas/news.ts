import type { InferType } from 'yup'
import { anyText, flag, listOf, object, optionalObject, timestamp, total, uuid } from './fields.ts'

const newsOfClientSchema = object({
  at: timestamp().required(),
  client: optionalObject({ uuid: uuid().required(), name: anyText() }).meta({
    description: 'Absent for a former client.',
  }),
}).meta({ title: 'NewsOfClient' })
export type NewsOfClient = InferType<typeof newsOfClientSchema>

/** Number of events of one kind, with the latest events. */
export const clientNewsSchema = object({ count: total(), latest: listOf(newsOfClientSchema) }).meta({
  title: 'ClientNews',
})

export const practiceNewsSchema = object({
  activations: clientNewsSchema.required().meta({ description: 'Owners who opened the practice for the first time.' }),
  imports: listOf(object({ at: timestamp().required(), added: total(), updated: total() })),
  givenUpMails: clientNewsSchema.required().meta({ description: 'Mails that could not be sent and are not retried.' }),
}).meta({ title: 'PracticeNews' })
export type PracticeNews = InferType<typeof practiceNewsSchema>

export const followUpSchema = object({
  notInvited: total().meta({ description: 'Registered clients without an invitation, and not locked.' }),
  undelivered: total().meta({ description: 'Clients whose invitation could not be delivered.' }),
  unanswered: total().meta({
    description: 'Clients invited two weeks ago or longer who have not opened the practice, and are not locked.',
  }),
  withoutEmail: total().meta({ description: 'Unregistered clients without an e-mail address.' }),
  failedImports: total().optional().meta({
    description:
      'Exports refused or interrupted in the last 30 days, since the last one that was loaded; for clinic admins.',
  }),
  gettingStarted: flag().meta({
    description: 'True: the list of first steps is shown; for clinic admins.',
  }),
}).meta({ title: 'FollowUp' })
/** Numbers of cases that the staff of a practice should follow up. */
export type FollowUp = InferType<typeof followUpSchema>
