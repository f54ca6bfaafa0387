import { Hono } from 'hono'
import { HERD_FILES, PDF_ENTRIES } from '#contract/herd.ts'
import type { Language } from '#contract/languages.ts'
import type { Call, Env, Services } from '#server/context.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { authoriseAccount } from '#server/documents/authorise-account.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { languageOf, loadParties } from '#server/documents/rendered.ts'
import { readGivenChoice, readPaging, readPart, readPeriod, readSearch } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createAuthoriseClient } from '#server/records/authorise-client.ts'
import { csvStream } from './csv.ts'
import {
  type MedicineFilter,
  animalsOf,
  herdMedicinePage,
  herdMedicines,
  herdMedicinesFrom,
  keeperOf,
} from './queries.ts'
import { herdSheet } from './sheet.ts'
import { type HerdGrant, createHerdUrls } from './signed-url.ts'
import { HERD_WORDS } from './words.ts'

/** What was given to all animals of a client: a page of it, and where its files are. */
export function herdRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, signedIn } = services
  const authoriseClient = createAuthoriseClient(services)
  const urls = createHerdUrls(services)

  function readFilter(c: Call): MedicineFilter {
    const today = clock().toISOString().slice(0, 10)
    const { endDate = today, startDate = `${endDate.slice(0, 4)}-01-01` } = readPeriod(c)
    return { startDate, endDate, ubn: readSearch(c, 'ubn'), medicine: readSearch(c, 'medicine') }
  }

  return new Hono<Env>()
    .get('/clients/:clientId/herd/medicines', signedIn, async (c) => {
      const keeper = await keeperOf(db, await authoriseClient(c, c.req.param('clientId')))
      return c.json(await herdMedicinePage(db, keeper, readFilter(c), readPaging(c)))
    })

    .get('/clients/:clientId/herd/medicines/file', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const { accountId, language } = c.get('identity')
      const grant = {
        ...readFilter(c),
        format: readGivenChoice(c, 'format', HERD_FILES),
        part: readPart(c, 'part'),
        clientId,
        accountId,
      }
      return c.json({
        url: new URL(await urls.sign(grant, nameOf(grant, language)), publicBaseUrl(c, settings.publicUrl)).href,
      })
    })
}

function nameOf({ format, part, startDate, endDate }: HerdGrant, language: Language): string {
  const ofPart = part > 1 ? `-${part}` : ''
  return `${HERD_WORDS[language].file}-${startDate}-${endDate}${ofPart}.${format}`
}

/** The files, by their signed URLs, in the language of the client. */
export function herdFileRoutes(services: Services): Hono<Env> {
  const { db, clock, pdf, settings } = services
  const urls = createHerdUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/herd/:clientId/:name', async (c) => {
    const grant = await urls.verify(c.req.url)
    limit(grant.accountId)
    const client = await authoriseAccount(db, grant)
    const language = await languageOf(db, client)
    const name = nameOf(grant, language)
    if (grant.format === 'pdf') {
      return c.body(await drawn(grant, client, language), 200, documentHeaders('application/pdf', name))
    }
    const rows = c.req.method === 'HEAD' ? nothing() : herdMedicines(db, client, grant)
    const animals = await animalsOf(db, client)
    return c.body(csvStream(rows, { animals, keeper: client, language }), 200, documentHeaders('text/csv', name))
  })

  async function drawn(grant: HerdGrant, client: ClientRow, language: Language): Promise<Uint8Array<ArrayBuffer>> {
    const from = (grant.part - 1) * PDF_ENTRIES
    const { entries, total } = await herdMedicinesFrom(db, client, grant, { from, most: PDF_ENTRIES })
    const parts = Math.max(1, Math.ceil(total / PDF_ENTRIES))
    if (grant.part > parts) throw new ProblemError('not-found')
    const sheet = herdSheet(
      {
        entries,
        animals: await animalsOf(db, client),
        keeper: client,
        filter: grant,
        part: grant.part,
        parts,
        total,
        today: clock().toISOString().slice(0, 10),
      },
      await loadParties(services, client, language),
    )
    return await pdf(sheet, client.practice_id)
  }
}

async function* nothing(): AsyncGenerator<never> {}
