import { sendBytes } from '#server/files/send.ts'
import { Hono } from 'hono'
import { HERD_FILES, MAX_RELEASES, PDF_ENTRIES } from '#contract/herd.ts'
import type { Language } from '#contract/languages.ts'
import { MAX_PAGE, PAGE_SIZE } from '#contract/paging.ts'
import type { Call, Env, Services } from '#server/context.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { authoriseAccount } from '#server/documents/authorise-account.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { languageOf, loadParties } from '#server/documents/rendered.ts'
import { readGivenChoice, readDay, readPaging, readPeriod, readSearch, readWhole } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { streamText } from '#server/http/stream-text.ts'
import { createAuthoriseClient } from '#server/records/authorise-client.ts'
import { csvTexts } from './csv.ts'
import { keeperOf, readAnimals, summaryOf } from './animals.ts'
import { entriesOf, entriesOfKeys } from '#server/records/entries.ts'
import { type MedicineFilter, findMedicines, medicinePage } from './medicines.ts'
import { animalPage, releasesOf } from './releases.ts'
import { herdSheet } from './sheet.ts'
import { type HerdGrant, createHerdUrls } from './signed-url.ts'
import { textsIn } from '#server/texts.ts'

/** Routes of the medicines given to all livestock of a client, and of the URLs of their files. */
export function herdRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, signedIn } = services
  const authoriseClient = createAuthoriseClient(services)
  const urls = createHerdUrls(services)

  const today = () => clock().toISOString().slice(0, 10)
  const authoriseKeeper = async (c: Call, clientId: string) => await keeperOf(db, await authoriseClient(c, clientId))

  function readFilter(c: Call): MedicineFilter {
    const { endDate = today(), startDate = `${endDate.slice(0, 4)}-01-01` } = readPeriod(c)
    return { startDate, endDate, ubn: readSearch(c, 'ubn'), medicine: readSearch(c, 'medicine') }
  }

  const readMost = (c: Call) => readWhole(c, 'size', MAX_RELEASES) ?? PAGE_SIZE

  return new Hono<Env>()
    .get('/clients/:clientId/herd', signedIn, async (c) => {
      const keeper = await authoriseKeeper(c, c.req.param('clientId'))
      return c.json(await summaryOf(db, keeper))
    })

    .get('/clients/:clientId/herd/releases', signedIn, async (c) => {
      const keeper = await authoriseKeeper(c, c.req.param('clientId'))
      return c.json(await releasesOf(db, keeper, { day: readDay(c, 'day') ?? today(), most: readMost(c) }))
    })

    .get('/clients/:clientId/herd/animals', signedIn, async (c) => {
      const keeper = await authoriseKeeper(c, c.req.param('clientId'))
      const search = { search: readSearch(c, 'search'), ubn: readSearch(c, 'ubn'), day: readDay(c, 'day') ?? today() }
      return c.json(await animalPage(db, keeper, { ...search, ...readPaging(c) }))
    })

    .get('/clients/:clientId/herd/medicines', signedIn, async (c) => {
      const keeper = await authoriseKeeper(c, c.req.param('clientId'))
      return c.json(await medicinePage(db, keeper, readFilter(c), readPaging(c)))
    })

    .get('/clients/:clientId/herd/medicines/file', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const { accountId, language } = c.get('identity')
      const grant = {
        ...readFilter(c),
        format: readGivenChoice(c, 'format', HERD_FILES),
        part: readWhole(c, 'part', MAX_PAGE) ?? 1,
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
  return `${textsIn(language).text('herd.file')}-${startDate}-${endDate}${ofPart}.${format}`
}

/** Serves files by their signed URLs, in the language of the client. */
export function herdFileRoutes(services: Services): Hono<Env> {
  const { db, clock, log, pdf, settings } = services
  const urls = createHerdUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/herd/:clientId/:name', async (c) => {
    const grant = await urls.verify(c.req.url)
    limit(grant.accountId)
    const client = await authoriseAccount(services, grant)
    const language = await languageOf(db, client)
    const name = nameOf(grant, language)
    if (grant.format === 'pdf') {
      return await sendBytes(c, await drawn(grant, client, language), documentHeaders('application/pdf', name))
    }
    const { keys } = await findMedicines(db, client, grant)
    const texts = csvTexts(db, entriesOfKeys(db, keys), { keeper: client, language })
    return c.body(streamText(c, log, texts), 200, documentHeaders('text/csv', name))
  })

  async function drawn(grant: HerdGrant, client: ClientRow, language: Language): Promise<Uint8Array<ArrayBuffer>> {
    const { keys, ubns } = await findMedicines(db, client, grant)
    const parts = Math.max(1, Math.ceil(keys.length / PDF_ENTRIES))
    if (grant.part > parts) throw new ProblemError('not-found')
    const from = (grant.part - 1) * PDF_ENTRIES
    const entries = await entriesOf(db, keys.slice(from, from + PDF_ENTRIES))
    const sheet = herdSheet(
      {
        entries,
        animals: await readAnimals(db, [...new Set(entries.map(({ patientUuid }) => patientUuid))]),
        ubns,
        keeper: client,
        filter: grant,
        part: grant.part,
        parts,
        total: keys.length,
        today: clock().toISOString().slice(0, 10),
      },
      await loadParties(services, client, language),
    )
    return await pdf(sheet, client.practice_id)
  }
}
