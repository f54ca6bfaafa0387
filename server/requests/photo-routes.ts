import { HOUR_MS } from '#contract/dates.ts'
import { Hono } from 'hono'
import { withExtension } from '#contract/document.ts'
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '#contract/request.ts'
import { object, uuid } from '#contract/schemas/fields.ts'
import { RULES } from '#server/access/rules.ts'
import type { Env, Middleware, Services } from '#server/context.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { photoKey } from '#server/files/store.ts'
import { sendFile } from '#server/files/send.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import type { UploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { operations, post } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { createPhotoUrls } from './photo-urls.ts'
import { cleanPhoto, findPhoto, storePhoto } from './photos.ts'

export const photoOperations = operations('Client data', {
  uploadRequestPhoto: post('/clients/:clientId/request-photos', 'client owner', {
    summary: 'Upload a photo for a request that names its id within 24 hours; metadata are removed',
    takes: PHOTO_TYPES,
    response: object({ id: uuid().required() }),
    status: 201,
    problems: ['unsupported-media-type', 'quota-full'],
  }),
})

/**
 * Receives a photo for a later request. It has separate limits, because a photo is larger than other bodies. The
 * body is read only for an owner with attempts left in this hour.
 */
export function photoUploadRoutes(
  services: Services,
  { antiForgery, memory }: { antiForgery: Middleware; memory: UploadMemory },
): Hono<Env> {
  const { clock, settings, isFull, meter } = services
  const countAttempt = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: HOUR_MS })
  const limits = withinLimits(
    { ...settings.limits, bodyBytes: MAX_PHOTO_BYTES },
    (state) => meter?.watch('photos', state),
    memory.receiver({ bodyBytes: MAX_PHOTO_BYTES, accountOf: (c) => c.get('identity').accountId }),
  )
  const { uploadRequestPhoto } = photoOperations
  const authorise: Middleware = async (c, next) => {
    const { accountId } = await RULES[uploadRequestPhoto.access].grant(services, c)
    countAttempt(accountId)
    await next()
  }

  return routes(services).on(
    uploadRequestPhoto,
    async ({ c, clientId, accountId, now }) => {
      const sender = { clientId, accountId }
      const photo = await cleanPhoto(services, c.get('body'), accountId)
      return { id: await storePhoto(services, { ...sender, photo, limits: settings.limits, now }) }
    },
    {
      before: [antiForgery, rejectWhenFull(isFull, 'database'), rejectWhenFull(isFull, 'files')],
      after: [authorise, limits],
    },
  ).app
}

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
