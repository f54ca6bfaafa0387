import { Hono } from 'hono'
import { requireStaff, accessToPractice } from '#server/access/access-level.ts'
import type { Env, Middleware, Services } from '#server/context.ts'
import { filePolicy } from '#server/http/headers.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { IMAGE_TYPES, sanitiseImage, imageKindOf } from '#server/files/images.ts'
import { isNoted, logoKind, removeLogo, removeReplacedLogo, replaceLogo, uploader } from './logo.ts'
import { sendFile } from '#server/files/send.ts'
import { createUploadUrls } from './upload-url.ts'

/** Issues a signed upload URL for a logo of the request's Content-Type, and removes the one there is. */
export function logoRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, signedIn, background } = services
  const uploadUrls = createUploadUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: 3_600_000 })

  const routes = new Hono<Env>().get('/practice/:practiceId/logoUploadUrl', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    const { accountId } = c.get('identity')
    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    const kind = imageKindOf(c.req.header('content-type'))
    if (!kind) throw new ProblemError('unsupported-media-type')
    limit(accountId)
    const path = await uploadUrls.sign({ practiceId, accountId, kind })
    return c.json({ url: new URL(path, publicBaseUrl(c, settings.publicUrl)).href })
  })

  return routes.delete('/practice/:practiceId/logo', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    const by = c.get('identity')
    requireStaff(await accessToPractice(db, by, practiceId))
    const former = await removeLogo(services, { practiceId, by })
    background.run('former-logo', () => removeReplacedLogo(services, former))
    return c.body(null, 204)
  })
}

/** Refuses a call without a signed URL before the picture is read. */
export function requireUploadUrl(services: Services): Middleware {
  const uploadUrls = createUploadUrls(services)
  return async (c, next) => {
    await uploadUrls.verify(c.req.url)
    await next()
  }
}

/** Logos, public by their URL, and their signed upload URLs. */
export function logoFileRoutes(services: Services): Hono<Env> {
  const { db, files, settings, background } = services
  const { allowedOrigins } = settings
  const uploadUrls = createUploadUrls(services)
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline',
    'content-security-policy': filePolicy('image/png'),
    // For a portal on another origin.
    ...(allowedOrigins.length > 0 && { 'cross-origin-resource-policy': 'cross-origin' }),
  }

  return new Hono<Env>()
    .put('/upload/:id', async (c) => {
      const upload = await uploadUrls.verify(c.req.url)
      if (imageKindOf(c.req.header('content-type')) !== upload.kind) throw new ProblemError('forbidden')
      const by = await uploader(db, upload)
      const picture = await sanitiseImage(upload.kind, c.get('body'))
      if (!picture) throw new ProblemError('unsupported-media-type')
      const former = await replaceLogo(services, { ...upload, by, picture })
      background.run('former-logo', () => removeReplacedLogo(services, former))
      return c.body(null, 204)
    })

    .get('/:key', async (c) => {
      const key = c.req.param('key')
      const kind = logoKind(key)
      const file = kind && (await isNoted(db, key)) ? await files.get(key) : undefined
      if (!kind || !file) throw new ProblemError('not-found')
      return sendFile(c, file, { ...headers, 'content-type': IMAGE_TYPES[kind] }, key)
    })
}
