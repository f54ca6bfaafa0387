import { Hono } from 'hono'
import { withExtension } from '#contract/document.ts'
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '#contract/request.ts'
import { object, uuid } from '#contract/schemas/fields.ts'
import { isBearer } from '#server/access/rules.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { authoriseStaffOrSystem } from '#server/import-jobs/keys.ts'
import { type PhotoUpload, type Uploader, cleanPhoto, uploaderId } from '#server/photos/upload.ts'
import { photoKey } from '#server/files/store.ts'
import { sendFile } from '#server/files/send.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { operations, post } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { createPhotoUrls } from './photo-urls.ts'
import { clientOfRequest, findPhoto, storePhoto } from './photos.ts'

export const photoOperations = operations('Client data', {
  uploadRequestPhoto: post('/clients/:clientId/request-photos', 'client owner', {
    summary: 'Upload a photo for a request that names its id within 24 hours; metadata are removed',
    takes: PHOTO_TYPES,
    response: object({ id: uuid().required() }),
    status: 201,
    problems: ['unsupported-media-type', 'quota-full'],
  }),
})

export const practicePhotoOperations = operations('Practice', {
  uploadPracticeRequestPhoto: post('/practice/:practiceId/requests/:requestId/photos', 'import key or account', {
    summary: 'Upload a photo for a message that names its id within 24 hours; metadata are removed',
    scope: 'requests:answer',
    takes: PHOTO_TYPES,
    response: object({ id: uuid().required() }),
    status: 201,
    problems: ['forbidden', 'practice-locked', 'unsupported-media-type', 'quota-full'],
  }),
})

/** Receives photos for later requests and messages. */
export function photoUploadRoutes(services: Services, photoUpload: PhotoUpload): Hono<Env> {
  const { db, clock, settings } = services
  const { limits } = settings
  const store = async ({ c, now }: { c: Call; now: Date }, clientId: string, uploader: Uploader) => {
    const accountId = uploaderId(uploader)
    const photo = await cleanPhoto(services, { bytes: c.get('body'), types: PHOTO_TYPES, accountId })
    return { id: await storePhoto(services, { clientId, uploader, photo, limits, now }) }
  }
  const authorisePractice = async (c: Call): Promise<Uploader> => {
    const practiceId = c.req.param('practiceId') ?? ''
    const call = { c, by: isBearer(c) ? undefined : c.get('identity'), practiceId, now: clock() }
    const { by, key } = await authoriseStaffOrSystem(db, call, practicePhotoOperations.uploadPracticeRequestPhoto)
    return by ?? { keyId: key.id }
  }
  return routes(services)
    .on(
      photoOperations.uploadRequestPhoto,
      (call) => store(call, call.clientId, { accountId: call.accountId }),
      photoUpload(MAX_PHOTO_BYTES),
    )
    .on(
      practicePhotoOperations.uploadPracticeRequestPhoto,
      async (call) => {
        const uploader = await authorisePractice(call.c)
        return await store(call, await clientOfRequest(db, call), uploader)
      },
      photoUpload(MAX_PHOTO_BYTES, authorisePractice),
    ).app
}

export function photoFileRoutes(services: Services): Hono<Env> {
  const { clock, files, settings } = services
  const urls = createPhotoUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/photos/:id', async (c) => {
    const grant = await urls.verify(c.req.url)
    limit(c, 'keyId' in grant.reader ? grant.reader.keyId : grant.reader.accountId)
    const { id, type } = await findPhoto(services, grant, clock())
    const file = await files.get(photoKey(id))
    if (!file) throw new ProblemError('not-found')
    return sendFile(c, file, documentHeaders(type, withExtension('foto', type)), id)
  })
}
