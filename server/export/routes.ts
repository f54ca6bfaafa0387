import { Hono } from 'hono'
import { urlSchema } from '#contract/schemas/session.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { requireOwner } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { accessOfAccount } from '#server/documents/authorise-account.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { languageOf } from '#server/documents/rendered.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { createSignedUrls } from '#server/http/signed-url.ts'
import { streamText } from '#server/http/stream-text.ts'
import { get, operations } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { textsIn } from '#server/texts.ts'
import { archiveOf } from './archive.ts'

/** Maximum archives per account, because an archive may render a PDF of each invoice. */
const MAX_PER_HOUR = 10

const urlsOf = (services: Services) => createSignedUrls<{ by: string }>(services, 'export')

export const exportOperations = operations('Client data', {
  exportClient: get('/clients/:clientId/export', 'client owner', {
    summary: 'Get the URL of an archive with all data of the client',
    description:
      'For its owner. The URL is valid for ten minutes. The archive is a ZIP file with tables, files and one JSON file.',
    response: urlSchema,
  }),
})

export function exportRoutes(services: Services): Hono<Env> {
  const urls = urlsOf(services)
  return routes(services).on(exportOperations.exportClient, async ({ c, clientId, accountId }) => ({
    url: new URL(
      await urls.sign(`/files/exports/${clientId}`, { by: accountId }),
      publicBaseUrl(c, services.settings.publicUrl),
    ).href,
  })).app
}

/** Serves the archive by its signed URL, as long as the account owns the client. */
export function exportFileRoutes(services: Services): Hono<Env> {
  const { clock, db, log } = services
  const urls = urlsOf(services)
  const limit = createRateLimit({ clock, limit: MAX_PER_HOUR, windowMs: HOUR_MS })

  return new Hono<Env>().get('/exports/:clientId', async (c) => {
    const { query, signedAt } = await urls.verify(c.req.url)
    const accountId = query.by
    const { client, access } = await accessOfAccount(services, {
      accountId,
      clientId: c.req.param('clientId'),
      signedAt,
    })
    requireOwner(access)
    limit(c, accountId)
    const now = clock()
    const { text } = textsIn(await languageOf(db, client))
    const name = `${text('export.file')}-${now.toISOString().slice(0, 10)}.zip`
    return c.body(
      streamText(c, log, archiveOf(services, client, { accountId, now })),
      200,
      documentHeaders('application/zip', name),
    )
  })
}
