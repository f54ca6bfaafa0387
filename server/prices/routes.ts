import type { Hono } from 'hono'
import { HOUR_MS } from '#contract/dates.ts'
import { CSV_TYPES } from '#contract/csv-import.ts'
import { MAX_PRICE_ITEMS, MAX_PRICE_LIST_BYTES } from '#contract/price-list.ts'
import { listOf } from '#contract/schemas/fields.ts'
import {
  priceCsvSchema,
  priceListBodySchema,
  priceListSchema,
  priceListVersionSchema,
  publicPriceListSchema,
} from '#contract/schemas/price-list.ts'
import { accessToPractice, requireStaff } from '#server/access/access-level.ts'
import { isBearer } from '#server/access/rules.ts'
import type { Call, Env, Middleware, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import type { UploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { readableLayout, requireCsvType } from '#server/import-jobs/csv-routes.ts'
import { authoriseSystem } from '#server/import-jobs/keys.ts'
import { get, operations, post, put } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { isMatch } from '#server/practice/version.ts'
import { readPriceCsv } from './csv.ts'
import {
  currentPriceList,
  priceListTag,
  priceListVersion,
  priceListVersions,
  publicPriceList,
  publishPriceList,
} from './price-list.ts'

/** Limit per IP address. Many visitors of a mobile network share one, and browsers revalidate. */
const READ_PER_HOUR = 600
/** Limit per practice, because each new version is stored. */
const PUBLISHED_PER_HOUR = 60

const path = '/practice/:practiceId/price-list'

export const priceOperations = operations('Practice', {
  getPublicPrices: get('/prices/:practiceId', 'anyone', {
    summary: 'Get the published prices of a practice, for anybody; without `validFrom` if it has published none',
    response: publicPriceListSchema,
    headers: { ETag: 'Version of the response, for If-None-Match.' },
    problems: ['not-found', 'rate-limited'],
  }),
  getPriceList: get(path, 'staff', {
    summary: 'Get the present price list',
    response: priceListSchema,
    headers: { ETag: 'Version of the list, for If-Match.' },
  }),
  listPriceListVersions: get(`${path}/versions`, 'staff', {
    summary: 'List the versions of the price list, newest first; a replaced version is kept for two years',
    response: listOf(priceListVersionSchema),
  }),
  getPriceListVersion: get(`${path}/versions/:version`, 'staff', {
    summary: 'Get a version of the price list',
    response: priceListSchema,
  }),
})

export const priceUploadOperations = operations('Practice', {
  publishPriceList: put(path, 'import key or account', {
    summary: 'Publish the price list; the same list again changes nothing',
    description:
      'Replaces the whole list. Fails with precondition-failed if the header If-Match names another version and the list differs.',
    scope: 'prices:write',
    body: priceListBodySchema,
    response: priceListSchema,
    headers: { ETag: 'Version of the list.' },
    problems: ['practice-locked', 'precondition-failed', 'rate-limited'],
  }),
  readPriceCsv: post(`${path}/csv`, 'staff', {
    summary: 'Read a CSV file with prices; changes nothing',
    description:
      'Comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. Columns are recognised by their headers, such as Categorie, Omschrijving, Prijs, Vanaf and Eenheid.',
    takes: CSV_TYPES,
    response: priceCsvSchema,
    problems: ['unsupported-media-type', 'validation-failed', 'too-large', 'rate-limited', 'unavailable'],
  }),
})

/** Routes that read price lists, one of them for anybody. */
export function priceRoutes(services: Services): Hono<Env> {
  const { db, clock } = services
  const limitRead = createRateLimit({ clock, limit: READ_PER_HOUR, windowMs: HOUR_MS })

  return routes(services)
    .on(priceOperations.getPublicPrices, async ({ c, practiceId }) => {
      const address = clientAddressOf(c)
      if (address !== undefined) limitRead(c, address)
      const body = JSON.stringify(await publicPriceList(db, practiceId))
      const tag = `"${(await sha256(body)).slice(0, 32)}"`
      // A new list is shown at once, so a copy is always revalidated.
      const headers = { 'cache-control': 'public, no-cache', etag: tag }
      if (isMatch(c.req.header('if-none-match') ?? '', tag)) return c.body(null, 304, headers)
      return c.body(body, 200, { ...headers, 'content-type': 'application/json' })
    })

    .on(priceOperations.getPriceList, async ({ c, practiceId }) => {
      const list = await currentPriceList(db, practiceId)
      c.header('etag', priceListTag(list))
      return list
    })

    .on(priceOperations.listPriceListVersions, ({ practiceId }) => priceListVersions(db, practiceId))

    .on(priceOperations.getPriceListVersion, ({ practiceId, version }) => priceListVersion(db, practiceId, version)).app
}

interface UploadOptions {
  antiForgery: Middleware
  memory: UploadMemory
}

/** Routes that receive price lists, which are larger than other bodies. Access is checked before the body is read. */
export function priceUploadRoutes(services: Services, { antiForgery, memory }: UploadOptions): Hono<Env> {
  const { db, clock, settings, isFull, meter } = services
  const bodyBytes = MAX_PRICE_LIST_BYTES
  const accountOf = (c: Call) => `practice ${c.req.param('practiceId')}`
  const limits = withinLimits(
    { ...settings.limits, bodyBytes },
    (state) => meter?.watch('price-lists', state),
    memory.receiver({ bodyBytes, accountOf }),
  )
  const limitPublished = createRateLimit({ clock, limit: PUBLISHED_PER_HOUR, windowMs: HOUR_MS })
  const limitRead = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: HOUR_MS })
  const before = [antiForgery, rejectWhenFull(isFull, 'database')]
  const { scope } = priceUploadOperations.publishPriceList
  const keys = new WeakMap<Call, string>()

  const authorise: Middleware = async (c, next) => {
    const practiceId = c.req.param('practiceId') ?? ''
    if (isBearer(c)) {
      keys.set(c, (await authoriseSystem(db, c, { practiceId, scope, now: clock() })).name)
    } else requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    await next()
  }

  return routes(services)
    .on(
      priceUploadOperations.publishPriceList,
      async ({ c, by, practiceId, now, body: list }) => {
        limitPublished(c, practiceId)
        const publication = { practiceId, list, by, key: keys.get(c), ifMatch: c.req.header('if-match'), now }
        const published = await inTransaction(db, (trx) => publishPriceList(trx, publication))
        c.header('etag', priceListTag(published))
        return published
      },
      { before, after: [authorise, limits] },
    )
    .on(
      priceUploadOperations.readPriceCsv,
      async ({ c, by }) => {
        if (!services.imports) throw new ProblemError('unavailable')
        requireCsvType(c)
        limitRead(c, by.accountId)
        return await itemsOfCsv(services.imports, c.get('body'))
      },
      { before, after: [authorise, limits] },
    ).app
}

async function itemsOfCsv(imports: NonNullable<Services['imports']>, body: Uint8Array<ArrayBuffer>) {
  const id = crypto.randomUUID()
  try {
    await imports.store(id, new Blob([body]).stream(), { isGzip: false })
    const read = async () => {
      const layout = await imports.layout(id)
      return readPriceCsv(layout, await imports.rows(id, layout, 2 * MAX_PRICE_ITEMS))
    }
    return await readableLayout(read())
  } finally {
    await imports.remove(id)
  }
}
