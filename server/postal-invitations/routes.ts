import type { Hono } from 'hono'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import {
  type ConfirmedLetter,
  confirmedLetterSchema,
  letterAnswerSchema,
  lettersSchema,
} from '#contract/schemas/letter.ts'
import { canonicalUsername } from '#contract/email.ts'
import { confirmAddress } from '#server/clients/address-change.ts'
import { createThrottle } from '#server/auth/throttle.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { markRead } from '#server/access-log/reads.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { createInvitationLink } from '#server/mail/password-link.ts'
import { operations, post } from '#server/operations/operation.ts'
import { requirePublic } from '#server/invitations/require-public.ts'
import { routes } from '#server/operations/routes.ts'
import { confirmMailbox } from '#server/requests/mailbox.ts'
import { mailLetterConfirmation, clientOfCode, makeLetters, registerByLetter } from './postal-invitations.ts'
import { lettersSheet } from './sheet.ts'
import { textsIn } from '#server/texts.ts'

/** Limit of an account; 5,000 letters are twenty files. */
const FILES_PER_MINUTE = 60

export const letterOperations = operations('Clients', {
  makeLetters: post('/practice/:practiceId/letters', 'staff', {
    summary: 'Create letters with a code to register, for clients without an e-mail address',
    description:
      'A PDF with a page for each of the clients that is not registered, not locked and has no e-mail address; conflict if there is none. A new letter ends the former one of its client.',
    body: lettersSchema,
    file: 'application/pdf',
    headers: { 'Content-Disposition': 'Name of the file.' },
    problems: ['local-address'],
  }),
})

export const letterAnswerOperations = operations('Session', {
  answerLetter: post('/letter', 'anyone', {
    summary: 'Submit an e-mail address with the code of a letter',
    description:
      'A link to confirm it is mailed to the address. letter-invalid: the code is wrong, used or over, or its client is registered, locked or removed.',
    body: letterAnswerSchema,
    problems: ['letter-invalid'],
  }),
  confirmLetter: post('/letter/confirmation', 'link holder', {
    summary: 'Register with the mailed link',
    description: 'With the token of a link by which the first password is chosen, if the account has none.',
    response: confirmedLetterSchema,
    problems: ['letter-invalid'],
  }),
})

export function letterRoutes(services: Services): Hono<Env> {
  const { db, clock, pdf, settings, background } = services
  const throttle = createThrottle(services)
  const limitFiles = createRateLimit({ clock, limit: FILES_PER_MINUTE, windowMs: 60_000 })

  return routes(services)
    .on(letterOperations.makeLetters, async ({ c, by, practiceId, now, body }) => {
      const { clientUuids, language = DEFAULT_LANGUAGE } = body
      requirePublic(settings)
      limitFiles(c, by.accountId)
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

    .on(letterAnswerOperations.answerLetter, async ({ c, body: { code, email }, now }) => {
      const clientId = await throttle.letter(c, () => clientOfCode(db, code, now))
      if (clientId === undefined) throw new ProblemError('letter-invalid')
      await throttle.letterMail(clientId)
      const answer = { clientId, typed: code, email: canonicalUsername(email), now }
      await inTransaction(db, (trx) => mailLetterConfirmation(trx, answer))
      background.run('outbox', () => deliverOutbox(services))
    })

    .on(letterAnswerOperations.confirmLetter, async ({ c, now }) => {
      const token = c.req.header('authorization') ?? ''
      const confirmed = await inTransaction(db, async (trx): Promise<ConfirmedLetter> => {
        const mailbox = await confirmMailbox(trx, { token, now })
        if (mailbox) return mailbox
        const { accountId, practiceId, hasPassword, ...result } =
          (await confirmAddress(trx, { token, now })) ?? (await registerByLetter(trx, { token, now }))
        if (hasPassword) return result
        return {
          ...result,
          token: await createInvitationLink(trx, { accountId, practiceId, way: 'letter', isOffer: false, now }),
        }
      })
      background.run('outbox', () => deliverOutbox(services))
      return confirmed
    }).app
}
