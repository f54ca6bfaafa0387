import { findRow } from '#server/db/one-row.ts'
import { Hono } from 'hono'
import { typeOfBytes, withExtension } from '#contract/document.ts'
import { ANIMAL_PHOTO_TYPES, MAX_ANIMAL_PHOTO_BYTES } from '#contract/patient.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { authoriseAccount } from '#server/documents/authorise-account.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { versionOf } from '#server/documents/uploaded.ts'
import { type PhotoUpload, cleanPhoto } from './upload.ts'
import { sendBytes } from '#server/files/send.ts'
import { animalPhotoKey } from '#server/files/store.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { SIGNED_URL_SECONDS, createSignedUrls } from '#server/http/signed-url.ts'
import { operations, put, remove } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import type { Database } from '#server/db/schema.ts'
import { removeAnimalPhoto, storeAnimalPhoto } from './animal-photos.ts'

export const animalPhotoOperations = operations('Client data', {
  putAnimalPhoto: put('/clients/:clientId/patients/:patientId/photo', 'client owner', {
    summary: 'Give an animal a photo, in place of a former one; metadata are removed',
    takes: ANIMAL_PHOTO_TYPES,
    problems: ['unsupported-media-type', 'quota-full'],
  }),
  removeAnimalPhoto: remove('/clients/:clientId/patients/:patientId/photo', 'client owner', {
    summary: 'Remove the photo that the owner gave an animal',
  }),
})

export function animalPhotoUploadRoutes(services: Services, photoUpload: PhotoUpload): Hono<Env> {
  const { limits } = services.settings
  return routes(services).on(
    animalPhotoOperations.putAnimalPhoto,
    async ({ c, clientId, patientId, accountId, by, now }) => {
      const photo = await cleanPhoto(services, { bytes: c.get('body'), types: ANIMAL_PHOTO_TYPES, accountId })
      await storeAnimalPhoto(services, { clientId, patientId, by, photo, limits, now })
    },
    photoUpload(MAX_ANIMAL_PHOTO_BYTES),
  ).app
}

export const animalPhotoRoutes = (services: Services): Hono<Env> =>
  routes(services).on(animalPhotoOperations.removeAnimalPhoto, ({ clientId, patientId, by, now }) =>
    removeAnimalPhoto(services, { clientId, patientId, by, now }),
  ).app

type UrlSecrets = Pick<Services, 'secret' | 'clock' | 'settings'>

const signedPhotoUrls = (services: UrlSecrets) =>
  createSignedUrls<{ client: string; by: string; version: string; card: string }>(services, 'animal photo')

/** Signs the URL of the photo of an animal. `sha256` is the hash of the photo. */
export type AnimalPhotoUrl = (patientId: string, sha256: string | null) => Promise<string>

interface Viewer {
  clientId: string
  /** Account that signed in, or that made the share link. */
  accountId: string
  /** Share link that shows the animal. */
  cardId?: string
}

/** Returns a function that signs URLs for an account, or for the holder of a share link. */
export function createAnimalPhotoUrls(services: UrlSecrets): (c: Call, viewer: Viewer) => AnimalPhotoUrl {
  const signedUrls = signedPhotoUrls(services)
  return (c, { clientId: client, accountId: by, cardId: card = '' }) => {
    const base = publicBaseUrl(c, services.settings.publicUrl)
    return async (patientId, sha256) => {
      const query = { client, by, version: versionOf({ sha256, sniffed: null, name: null }), card }
      return new URL(await signedUrls.sign(`/files/animal-photos/${patientId}`, query), base).href
    }
  }
}

/** Serves the photo of an animal by its signed URL, and authorises the account and the share link once more. */
export function animalPhotoFileRoutes(services: Services): Hono<Env> {
  const { db, clock, files, settings } = services
  const signedUrls = signedPhotoUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/animal-photos/:id', async (c) => {
    const { path, query, signedAt } = await signedUrls.verify(c.req.url)
    limit(c, query.card || query.by)
    if (query.card) await requireShareLink(db, { cardId: query.card, now: clock() })
    const client = await authoriseAccount(services, { clientId: query.client, accountId: query.by, signedAt })
    const patient = await findRow(db, 'patient', { uuid: path[2] ?? '', client_uuid: client.uuid }, ['uuid'])
    const key = animalPhotoKey(patient?.uuid ?? '')
    const row = await findRow(db, 'file', { key }, ['sha256', 'sniffed', 'name'])
    const file = row && versionOf(row) === query.version ? await files.get(key) : undefined
    const bytes = file && new Uint8Array(await new Response(file.stream()).arrayBuffer())
    // The type comes from the bytes, because the row of a new photo is written before its file.
    const type = bytes && typeOfBytes(bytes)
    if (!bytes || !type) throw new ProblemError('not-found')
    return sendBytes(c, bytes, {
      ...documentHeaders(type, withExtension('foto', type)),
      // The content at a URL never changes, and the URL ends after this time.
      'cache-control': `private, max-age=${SIGNED_URL_SECONDS}`,
    })
  })
}

/** Throws `not-found` for a share link that was revoked or has expired. */
async function requireShareLink(db: Database, { cardId, now }: { cardId: string; now: Date }): Promise<void> {
  const link = await findRow(db, 'shared_card', { uuid: cardId }, ['ends_at'])
  if (!link || link.ends_at <= now.toISOString()) throw new ProblemError('not-found')
}
