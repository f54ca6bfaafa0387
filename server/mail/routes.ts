import { Hono } from 'hono'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/languages.ts'
import { type MailPreview, PREVIEWED_MAILS } from '#contract/mail-preview.ts'
import { accessToPractice, requireStaff } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { readChoice } from '#server/http/paging.ts'
import { practiceRow } from '#server/practice/queries.ts'
import { writeMail } from './texts.ts'

/** The mails of a practice as its clients get them. */
export function mailRoutes({ db, settings, signedIn }: Services): Hono<Env> {
  return new Hono<Env>().get('/practice/:practiceId/mail-preview', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    const kind = readChoice(c, 'kind', PREVIEWED_MAILS) ?? 'activation'
    const language = readChoice(c, 'language', LANGUAGES) ?? DEFAULT_LANGUAGE
    const { name, phone } = await practiceRow(db, practiceId)
    const mail = {
      kind,
      language,
      isToStaff: false,
      practiceName: name,
      practicePhone: phone,
      // The token of a link is made when a mail is sent. Without one it leads to the portal.
      link: null,
    }
    const preview: MailPreview = writeMail({ ...mail, id: '', to: '' }, settings.publicUrl)
    return c.json(preview)
  })
}
