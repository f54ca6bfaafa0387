import { HOUR_MS } from '#contract/dates.ts'
import { Hono } from 'hono'
import { urlSchema } from '#contract/schemas/session.ts'
import type { Call, Env, Middleware, Services } from '#server/context.ts'
import { filePolicy } from '#server/http/headers.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import type { UploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { IMAGE_TYPES, imageKindOf } from '#server/files/images.ts'
import { get, operations, remove } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { isReserved, logoKind, removeLogo, removeReplacedLogo, replaceLogo, uploader } from './logo.ts'
import { sendFile } from '#server/files/send.ts'
import { createUploadUrls } from './upload-url.ts'

export const logoOperations = operations('Practice', {
  getLogoUploadUrl: get('/practice/:practiceId/logoUploadUrl', 'staff', {
    summary: 'Get the URL for one upload of a logo with PUT, valid for ten minutes',
    description: 'The header Content-Type is the type of the logo: image/png, image/jpeg or image/webp.',
    response: urlSchema,
    problems: ['unsupported-media-type', 'rate-limited'],
  }),
  removeLogo: remove('/practice/:practiceId/logo', 'staff', {
    summary: 'Remove the logo; idempotent',
  }),
})

/** Routes that issue a signed upload URL for a logo of the request's Content-Type, and remove the logo. */
export function logoRoutes(services: Services): Hono<Env> {
  const { clock, settings, background } = services
  const uploadUrls = createUploadUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: HOUR_MS })

  return routes(services)
    .on(logoOperations.getLogoUploadUrl, async ({ c, by: { accountId }, practiceId }) => {
      const kind = imageKindOf(c.req.header('content-type'))
      if (!kind) throw new ProblemError('unsupported-media-type')
      limit(c, accountId)
      const path = await uploadUrls.sign({ practiceId, accountId, kind })
      return { url: new URL(path, publicBaseUrl(c, settings.publicUrl)).href }
    })

    .on(logoOperations.removeLogo, async ({ by, practiceId }) => {
      const former = await removeLogo(services, { practiceId, by })
      background.run('former-logo', () => removeReplacedLogo(services, former))
    }).app
}

/**
 * Receives a logo at its signed upload URL. The body is read only with a valid URL and attempts left for the
 * account in this hour. A rejected image leaves the URL valid.
 */
export function logoUploadRoutes(services: Services, memory: UploadMemory): Hono<Env> {
  const { db, clock, settings, images, isFull, meter, background } = services
  const uploadUrls = createUploadUrls(services)
  const { uploadsPerHour, logoBytes: bodyBytes } = settings.limits
  const countAttempt = createRateLimit({ clock, limit: uploadsPerHour, windowMs: HOUR_MS })
  const accountOf = async (c: Call) => (await uploadUrls.verify(c.req.url)).accountId
  const limits = withinLimits(
    { ...settings.limits, bodyBytes },
    (state) => meter?.watch('logos', state),
    memory.receiver({ bodyBytes, accountOf }),
  )
  const authorise: Middleware = async (c, next) => {
    countAttempt(c, await accountOf(c))
    await next()
  }

  return new Hono<Env>().put('/upload/:id', rejectWhenFull(isFull, 'files'), authorise, limits, async (c) => {
    const upload = await uploadUrls.verify(c.req.url)
    if (imageKindOf(c.req.header('content-type')) !== upload.kind) throw new ProblemError('forbidden')
    const by = await uploader(db, upload)
    const picture = await images(upload.kind, c.get('body'), upload.accountId)
    if (!picture) throw new ProblemError('unsupported-media-type')
    const former = await replaceLogo(services, { ...upload, by, picture })
    background.run('former-logo', () => removeReplacedLogo(services, former))
    return c.body(null, 204)
  })
}

export function logoFileRoutes(services: Services): Hono<Env> {
  const { db, files, settings } = services
  const { allowedOrigins } = settings
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline',
    'content-security-policy': filePolicy('image/png'),
    // Lets a portal on another origin show the logo.
    ...(allowedOrigins.length > 0 && { 'cross-origin-resource-policy': 'cross-origin' }),
  }

  return new Hono<Env>().get('/:key', async (c) => {
    const key = c.req.param('key')
    const kind = logoKind(key)
    const file = kind && (await isReserved(db, key)) ? await files.get(key) : undefined
    if (!kind || !file) throw new ProblemError('not-found')
    return sendFile(c, file, { ...headers, 'content-type': IMAGE_TYPES[kind] }, key)
  })
}
