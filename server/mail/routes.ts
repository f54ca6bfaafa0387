import type { Hono } from 'hono'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts'
import { mailBudgetSchema, mailPreviewSchema } from '#contract/schemas/mail.ts'
import { PREVIEWED_MAILS } from '#contract/mail.ts'
import type { Env, Services } from '#server/context.ts'
import { get, operations } from '#server/operations/operation.ts'
import { choice, orElse } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import type { ReminderDigest } from '#server/ports.ts'
import { practiceRow } from '#server/practice/queries.ts'
import { mailBudgetOf } from './limits.ts'
import { mailLogo } from './logo.ts'
import { textsIn } from '#server/texts.ts'
import { writeMail } from './texts.ts'

export const mailOperations = operations('Practice', {
  getMailBudget: get('/practice/:practiceId/mail-budget', 'staff', {
    summary: 'Get the daily mail limit of the practice and the number of waiting mails',
    response: mailBudgetSchema,
  }),
  previewMail: get('/practice/:practiceId/mail-preview', 'staff', {
    summary: 'Preview a mail to clients, without a working link',
    query: {
      kind: orElse(choice(PREVIEWED_MAILS, 'Kind of the mail.'), 'activation'),
      language: orElse(choice(LANGUAGES, 'Language of the mail.'), DEFAULT_LANGUAGE),
    },
    response: mailPreviewSchema,
  }),
})

/** Routes of the preview of mails to clients, and of the budget of mails of a practice. */
export function mailRoutes(services: Services): Hono<Env> {
  const { db, files, images, settings } = services
  return routes(services)
    .on(mailOperations.getMailBudget, ({ practiceId, now }) =>
      mailBudgetOf(db, practiceId, { perDay: settings.limits.practiceMailsPerDay, now }),
    )

    .on(mailOperations.previewMail, async ({ practiceId, query: { kind, language }, now }) => {
      const { name, phone, logo_url: logoUrl, colour } = await practiceRow(db, practiceId)
      const mail = {
        kind,
        language,
        isToStaff: false,
        practiceName: name,
        practicePhone: phone,
        practiceColour: colour,
        logo: await mailLogo({ db, files, images }, logoUrl),
        firstName: textsIn(language).text('mail.example.firstName'),
        // The token of a link is created on sending; the preview links to the portal.
        link: null,
        ...(kind === 'reminders' && { digest: exampleDigest(language, settings.publicUrl, localDay(now)) }),
      }
      return writeMail({ ...mail, id: '', to: '' }, settings.publicUrl, logoUrl ?? '')
    }).app
}

/** Returns a sample with reminders of two invented animals. */
const exampleDigest = (language: Language, publicUrl: string, today: IsoDate): ReminderDigest => ({
  reminders: [
    { date: addDays(today, -5), late: true, animal: 'Bella', what: textsIn(language).text('mail.example.late') },
    { date: addDays(today, 9), late: false, animal: 'Max', what: textsIn(language).text('mail.example.coming') },
  ],
  more: 0,
  unsubscribeUrl: publicUrl,
})
