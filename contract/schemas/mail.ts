import type { InferType } from 'yup'
import { anyText, isoDate, object, total } from './fields.ts'

export const mailBudgetSchema = object({
  perDay: total().meta({ description: 'Mails that give access, which a practice may send each day.' }),
  left: total().meta({ description: 'Today.' }),
  putOff: total().meta({ description: 'Mails that wait for the next days.' }),
}).meta({ title: 'MailBudget' })
export type MailBudget = InferType<typeof mailBudgetSchema>

export const deferredMailsSchema = object({
  count: total(),
  lastOn: isoDate().required().meta({ description: 'Day (UTC) on which the last waiting mail is sent.' }),
}).meta({ title: 'DeferredMails' })
export type DeferredMails = InferType<typeof deferredMailsSchema>

export const mailPreviewSchema = object({ subject: anyText(), text: anyText(), html: anyText() }).meta({
  title: 'MailPreview',
})
/** A mail as it would be sent, with a link to the portal in place of a personal link. */
export type MailPreview = InferType<typeof mailPreviewSchema>
