import { Hono } from 'hono'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { type ConfirmedLetter, letterAnswerSchema, lettersSchema } from '#contract/schemas/letter.ts'
import { canonicalUsername } from '#contract/email.ts'
import { confirmAddress } from '#server/clients/address-change.ts'
import { accessToPractice, requireStaff } from '#server/access/access-level.ts'
import { createThrottle } from '#server/auth/throttle.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { markRead } from '#server/access-log/reads.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { validBody } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createInvitationLink } from '#server/mail/password-link.ts'
import { confirmMailbox } from '#server/requests/mailbox.ts'
import { askConfirmation, clientOfCode, makeLetters, registerByLetter } from './letters.ts'
import { lettersSheet } from './sheet.ts'
import { textsIn } from '#server/texts.ts'

/** Limit of an account; 5,000 letters are twenty files. */
const FILES_PER_MINUTE = 60

export function letterRoutes(services: Services): Hono<Env> {
  const { db, clock, pdf, settings, background, signedIn } = services
  const throttle = createThrottle(services)
  const limitFiles = createRateLimit({ clock, limit: FILES_PER_MINUTE, windowMs: 60_000 })

  return new Hono<Env>()
    .post('/practice/:practiceId/letters', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      requireStaff(await accessToPractice(db, by, practiceId))
      const { clientUuids, language = DEFAULT_LANGUAGE } = await validBody(c, lettersSchema)
      limitFiles(by.accountId)
      const now = clock()
      const clientIds = [...new Set(clientUuids.map((uuid) => uuid.toLowerCase()))]
      const made = await inTransaction(db, (trx) => makeLetters(trx, { practiceId, clientIds, by, now }))
      markRead(
        by,
        made.map(({ client }) => client.uuid),
      )
      const baseUrl = publicBaseUrl(c, settings.publicUrl)
      const drawn = await pdf(await lettersSheet(services, { practiceId, made, language, baseUrl, now }), practiceId)
      return c.body(drawn, 200, documentHeaders('application/pdf', `${textsIn(language).text('letters.file')}.pdf`))
    })

    .post('/letter', async (c) => {
      const { code, email } = await validBody(c, letterAnswerSchema)
      const clientId = await throttle.letter(c, () => clientOfCode(db, code, clock()))
      if (clientId === undefined) throw new ProblemError('letter-invalid')
      await throttle.letterMail(clientId)
      const answer = { clientId, typed: code, email: canonicalUsername(email), now: clock() }
      await inTransaction(db, (trx) => askConfirmation(trx, answer))
      background.run('outbox', () => deliverOutbox(services))
      return c.body(null, 204)
    })

    .post('/letter/confirmation', async (c) => {
      const token = c.req.header('authorization') ?? ''
      const now = clock()
      const confirmed = await inTransaction(db, async (trx): Promise<ConfirmedLetter> => {
        const mailbox = await confirmMailbox(trx, { token, now })
        if (mailbox) return mailbox
        const { accountId, practiceId, hasPassword, ...told } =
          (await confirmAddress(trx, { token, now })) ?? (await registerByLetter(trx, { token, now }))
        if (hasPassword) return told
        return {
          ...told,
          token: await createInvitationLink(trx, { accountId, practiceId, way: 'letter', isOffer: false, now }),
        }
      })
      background.run('outbox', () => deliverOutbox(services))
      return c.json(confirmed)
    })
}
