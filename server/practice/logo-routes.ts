import { Hono } from 'hono'
import { staffOnly, standingAtPractice } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { filePolicy } from '#server/http/headers.ts'
import { readBody } from '#server/http/within-limits.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicRoot } from '#server/http/public-root.ts'
import { IMAGE_TYPES, cleanImage, imageKindOf } from '#server/files/images.ts'
import { isNoted, logoKind, removeFormer, replaceLogo, uploader } from './logo.ts'
import { sendFile } from '#server/files/send.ts'
import { createUploadAddresses } from './upload-url.ts'

/** Where a member of staff may put a logo, a picture of the type that the call says it has. */
export function logoRoutes(services: Services): Hono<Env> {
  const { db, settings, signedIn } = services
  const addresses = createUploadAddresses(services)

  return new Hono<Env>().get('/practice/:practiceId/logoUploadUrl', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    const { accountId } = c.get('identity')
    staffOnly(await standingAtPractice(db, c.get('identity'), practiceId))
    const kind = imageKindOf(c.req.header('content-type'))
    if (!kind) throw new ProblemError('unsupported-media-type')
    const path = await addresses.make({ practiceId, accountId, kind })
    return c.json({ url: new URL(path, publicRoot(c, settings.publicUrl)).href })
  })
}

/** Logos, public by their URL, and their signed upload URLs. */
export function logoFileRoutes(services: Services): Hono<Env> {
  const { db, files, settings, background } = services
  const { allowedOrigins, limits } = settings
  const addresses = createUploadAddresses(services)
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline',
    'content-security-policy': filePolicy('image/png'),
    // A portal on an origin of its own shows it as well.
    ...(allowedOrigins.length > 0 && { 'cross-origin-resource-policy': 'cross-origin' }),
  }

  return new Hono<Env>()
    .put('/upload/:id', async (c) => {
      const upload = await addresses.read(c.req.url)
      if (c.req.header('content-type') !== IMAGE_TYPES[upload.kind]) throw new ProblemError('forbidden')
      const by = await uploader(db, upload)
      const picture = cleanImage(upload.kind, await readBody(c, limits.logoBytes))
      if (!picture) throw new ProblemError('unsupported-media-type')
      const former = await replaceLogo(services, { ...upload, by, picture })
      background.run('former-logo', () => removeFormer(services, former))
      return c.body(null, 204)
    })

    .get('/:key', async (c) => {
      const key = c.req.param('key')
      const kind = logoKind(key)
      const file = kind && (await isNoted(db, key)) ? await files.get(key) : undefined
      if (!file) throw new ProblemError('not-found')
      return sendFile(c, file, { ...headers, 'content-type': IMAGE_TYPES[kind!] })
    })
}
