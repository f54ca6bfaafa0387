import { sendBytes } from '#server/files/send.ts'
import { Hono } from 'hono'
import { HERD_FILES, MAX_RELEASES, PDF_ENTRIES } from '#contract/herd.ts'
import { listOf } from '#contract/schemas/fields.ts'
import { foodReleasesSchema, herdAnimalsSchema, herdMedicinesSchema, herdSchema } from '#contract/schemas/herd.ts'
import { urlSchema } from '#contract/schemas/session.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { MAX_PAGE, PAGE_SIZE } from '#contract/paging.ts'
import type { Env, Services } from '#server/context.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { authoriseAccount } from '#server/documents/authorise-account.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { languageOf, loadParties } from '#server/documents/rendered.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { streamText } from '#server/http/stream-text.ts'
import { get, operations } from '#server/operations/operation.ts'
import { choice, onDay, orElse, paging, period, required, search, whole } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { csvTexts } from './csv.ts'
import { keeperOf, readAnimals, summaryOf } from './animals.ts'
import { entriesOf, entriesOfKeys } from '#server/records/entries.ts'
import { type MedicineFilter, findMedicines, medicinePage } from './medicines.ts'
import { animalPage, releasesOf } from './releases.ts'
import { herdSheet } from './sheet.ts'
import { type HerdGrant, createHerdUrls } from './signed-url.ts'
import { textsIn } from '#server/texts.ts'

const ubn = search('Of the animals that are kept there.')
const filter = { ...period, ubn, medicine: search('By its whole name.') }

export const herdOperations = operations('Client data', {
  getHerd: get('/clients/:clientId/herd', 'record reader', {
    summary: 'Get whether the client keeps a herd or many animals, and where',
    response: herdSchema,
  }),
  listReleases: get('/clients/:clientId/herd/releases', 'record reader', {
    summary: 'List withdrawal periods on a day, by food and day of release',
    query: {
      ...onDay,
      size: orElse(
        whole(1, MAX_RELEASES, 'Releases of each food; the number of all of them is there as well.'),
        PAGE_SIZE,
      ),
    },
    response: listOf(foodReleasesSchema),
  }),
  listHerdAnimals: get('/clients/:clientId/herd/animals', 'record reader', {
    summary: 'List livestock by UBN and name, with logbook entries whose withdrawal period runs on a day',
    query: { search: search('Part of a name, a number or the UBN.'), ubn, ...onDay, ...paging },
    response: herdAnimalsSchema,
  }),
  listHerdMedicines: get('/clients/:clientId/herd/medicines', 'record reader', {
    summary: 'List medicines given to all animals of the client, latest first; by default of this year',
    query: { ...filter, ...paging },
    response: herdMedicinesSchema,
  }),
  getHerdMedicinesFile: get('/clients/:clientId/herd/medicines/file', 'record reader', {
    summary: 'Get the URL of the list of medicines as a file',
    description: `The URL is valid for ten minutes. A PDF has at most ${PDF_ENTRIES} entries; a longer list has several parts.`,
    query: {
      format: required(choice(HERD_FILES, 'Format of the file.')),
      ...filter,
      part: orElse(whole(1, MAX_PAGE, 'Of a PDF, from 1.'), 1),
    },
    response: urlSchema,
  }),
})

/** Routes of the medicines given to all livestock of a client, and of the URLs of their files. */
export function herdRoutes(services: Services): Hono<Env> {
  const { db, settings } = services
  const urls = createHerdUrls(services)
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)
  const filterOf = ({ startDate, endDate, ubn, medicine }: HerdQuery, now: Date): MedicineFilter => {
    const until = endDate ?? dayOf(now)
    return { startDate: startDate ?? `${until.slice(0, 4)}-01-01`, endDate: until, ubn, medicine }
  }

  return routes(services)
    .on(herdOperations.getHerd, async ({ clientId }) => summaryOf(db, await keeperOf(db, clientId)))

    .on(herdOperations.listReleases, async ({ clientId, query: { day, size: maxReleases }, now }) =>
      releasesOf(db, await keeperOf(db, clientId), { day: day ?? dayOf(now), maxReleases }),
    )

    .on(herdOperations.listHerdAnimals, async ({ clientId, query, now }) =>
      animalPage(db, await keeperOf(db, clientId), { ...query, day: query.day ?? dayOf(now) }),
    )

    .on(herdOperations.listHerdMedicines, async ({ clientId, query, now }) => {
      const { page, size } = query
      return await medicinePage(db, await keeperOf(db, clientId), filterOf(query, now), { page, size })
    })

    .on(herdOperations.getHerdMedicinesFile, async ({ c, by, clientId, query, now }) => {
      const { format, part } = query
      const grant = { ...filterOf(query, now), format, part, clientId, accountId: by.accountId }
      const path = await urls.sign(grant, nameOf(grant, by.language))
      return { url: new URL(path, publicBaseUrl(c, settings.publicUrl)).href }
    }).app
}

type HerdQuery = Omit<MedicineFilter, 'startDate' | 'endDate'> & {
  [Name in 'startDate' | 'endDate']: IsoDate | undefined
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
    limit(c, grant.accountId)
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
