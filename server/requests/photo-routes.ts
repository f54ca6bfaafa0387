import { HOUR_MS } from '#contract/dates.ts'
import { Hono } from 'hono'
import { withExtension } from '#contract/document.ts'
import { MAX_PHOTO_BYTES } from '#contract/request.ts'
import type { Env, Middleware, Services } from '#server/context.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { photoKey } from '#server/files/keys.ts'
import { sendFile } from '#server/files/send.ts'
import { notWhenFull } from '#server/http/not-when-full.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import type { UploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { authoriseSender } from './owner.ts'
import { createPhotoUrls } from './photo-urls.ts'
import { cleanPhoto, findPhoto, storePhoto } from './photos.ts'

/**
 * Receives a photo for a request to come. Outside the limits of other calls, because it is larger: none of it is read but of an owner,
 * and of each as often as it may try in an hour.
 */
export function photoUploadRoutes(
  services: Services,
  { antiForgery, memory }: { antiForgery: Middleware; memory: UploadMemory },
): Hono<Env> {
  const { clock, settings, isFull, signedIn, meter } = services
  const path = '/clients/:clientId/request-photos'
  const countAttempt = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: HOUR_MS })
  const limits = withinLimits(
    { ...settings.limits, bodyBytes: MAX_PHOTO_BYTES },
    (state) => meter?.watch('photos', state),
    memory.receiver({ bodyBytes: MAX_PHOTO_BYTES, accountOf: (c) => c.get('identity').accountId }),
  )

  return new Hono<Env>().post(
    path,
    antiForgery,
    notWhenFull(isFull, 'database'),
    notWhenFull(isFull, 'files'),
    signedIn,
    async (c, next) => {
      const { accountId } = await authoriseSender(services, c, c.req.param('clientId'))
      countAttempt(accountId)
      await next()
    },
    limits,
    async (c) => {
      const sender = await authoriseSender(services, c, c.req.param('clientId'))
      const photo = await cleanPhoto(services, c.get('body'), sender.accountId)
      return c.json(
        { id: await storePhoto(services, { ...sender, photo, limits: settings.limits, now: clock() }) },
        201,
      )
    },
  )
}

/** Photos, by their signed URL. */
export function photoFileRoutes(services: Services): Hono<Env> {
  const { clock, files, settings } = services
  const urls = createPhotoUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/photos/:id', async (c) => {
    const grant = await urls.verify(c.req.url)
    limit('keyId' in grant.reader ? grant.reader.keyId : grant.reader.accountId)
    const { id, type } = await findPhoto(services, grant, clock())
    const file = await files.get(photoKey(id))
    if (!file) throw new ProblemError('not-found')
    return sendFile(c, file, documentHeaders(type, withExtension('foto', type)), id)
  })
}
