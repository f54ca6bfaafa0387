import { Hono } from 'hono'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts'
import type { MailPreview } from '#contract/schemas/mail.ts'
import { PREVIEWED_MAILS } from '#contract/mail.ts'
import { accessToPractice, requireStaff } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { readChoice } from '#server/http/paging.ts'
import type { ReminderDigest } from '#server/ports.ts'
import { practiceRow } from '#server/practice/queries.ts'
import { mailBudgetOf } from './limits.ts'
import { mailLogo } from './logo.ts'
import { textsIn } from '#server/texts.ts'
import { writeMail } from './texts.ts'

/** Routes of the preview of mails to clients, and of the budget of mails of a practice. */
export function mailRoutes({ db, clock, files, images, settings, signedIn }: Services): Hono<Env> {
  const routes = new Hono<Env>()

  routes.get('/practice/:practiceId/mail-budget', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    return c.json(await mailBudgetOf(db, practiceId, { perDay: settings.limits.practiceMailsPerDay, now: clock() }))
  })

  return routes.get('/practice/:practiceId/mail-preview', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    const kind = readChoice(c, 'kind', PREVIEWED_MAILS) ?? 'activation'
    const language = readChoice(c, 'language', LANGUAGES) ?? DEFAULT_LANGUAGE
    const { name, phone, logo_url: logoUrl } = await practiceRow(db, practiceId)
    const mail = {
      kind,
      language,
      isToStaff: false,
      practiceName: name,
      practicePhone: phone,
      // The token of a link is created on sending; the preview links to the portal.
      link: null,
      ...(kind === 'reminders' && {
        digest: {
          ...exampleDigest(language, settings.publicUrl, localDay(clock())),
          logo: await mailLogo({ db, files, images }, logoUrl),
        },
      }),
    }
    const preview: MailPreview = writeMail({ ...mail, id: '', to: '' }, settings.publicUrl, logoUrl ?? '')
    return c.json(preview)
  })
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
