import type { Hono } from 'hono'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { HOUR_MS } from '#contract/dates.ts'
import type { Env, Services } from '#server/context.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { asSample, languageOf, loadParties } from '#server/documents/rendered.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { get, operations } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { textsIn } from '#server/texts.ts'
import { readClaimFiles } from './files.ts'
import { readClaim } from './records.ts'
import { claimBundle } from './sheets.ts'

export const claimOperations = operations('Client data', {
  getClaim: get('/clients/:clientId/patients/:patientId/claim/:invoiceId', 'record reader', {
    summary: 'Get the claim bundle of an animal and an invoice for the pet insurer',
    description:
      'A PDF in the language of the client with the invoice, the visit, the history and the files of the practice. Its first page names the missing parts. conflict: the invoice is a credit note.',
    file: 'application/pdf',
    headers: { 'Content-Disposition': 'Name of the file.' },
    problems: ['conflict'],
  }),
})

export function claimRoutes(services: Services): Hono<Env> {
  const { db, clock, bundles, settings } = services
  const limit = createRateLimit({ clock, limit: settings.limits.claimsPerHour, windowMs: HOUR_MS })

  return routes(services).on(
    claimOperations.getClaim,
    async ({ c, by, client, clientId, patientId, invoiceId, now }) => {
      const claim = await readClaim(db, { clientId, patientId, invoiceId })
      limit(c, by.accountId)
      const language = await languageOf(db, client)
      const practiceId = client.practice_id
      const files = await readClaimFiles(services, claim, { practiceId, language })
      const made = claimBundle(
        claim,
        files,
        await loadParties(services, client, language),
        now.toISOString().slice(0, 10),
      )
      const bundle = clientId === SAMPLE_CLIENT_ID ? { ...made, sheets: made.sheets.map(asSample) } : made
      const { patient, invoice } = claim
      const name = [textsIn(language).text('claim.file'), patient.name, invoice.number?.trim() || invoice.date].join(
        '-',
      )
      return c.body(await bundles.draw(bundle, practiceId), 200, documentHeaders('application/pdf', `${name}.pdf`))
    },
  ).app
}
