import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { typeOfBytes } from '#contract/document.ts'
import { RULES, isBearer } from '#server/access/rules.ts'
import type { Call, Middleware, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError, tooManyRequests } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import type { UploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import type { Ports } from '#server/ports.ts'
import type { Bytes } from '#server/files/bytes.ts'
import { imageKindOf } from '#server/files/images.ts'

export type PhotoUpload = ReturnType<typeof createPhotoUpload>

/** Account or key that uploads a photo. */
export type Uploader = { accountId: string } | { keyId: string }

export const uploaderId = (uploader: Uploader): string => ('keyId' in uploader ? uploader.keyId : uploader.accountId)

/** Checks access to an upload, and returns who uploads. */
type Authorise = (c: Call) => Promise<Uploader>

/**
 * Returns a function that makes the middleware of an upload of photos. Photos have separate limits,
 * because they are larger than other bodies. The body is read only for an account or key with access
 * and with attempts left in this hour.
 */
export function createPhotoUpload(
  services: Services,
  { antiForgery, memory }: { antiForgery: Middleware; memory: UploadMemory },
) {
  const { clock, settings, isFull, meter } = services
  const countAttempt = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: HOUR_MS })
  const asOwner: Authorise = (c) => RULES['client owner'].grant(services, c)
  const authorised =
    (authorise: Authorise): Middleware =>
    async (c, next) => {
      countAttempt(c, uploaderId(await authorise(c)))
      await next()
    }
  const accountOf = (c: Call) => (isBearer(c) ? `practice ${c.req.param('practiceId')}` : c.get('identity').accountId)
  return (bodyBytes: number, authorise = asOwner) => ({
    before: [antiForgery, rejectWhenFull(isFull, 'database'), rejectWhenFull(isFull, 'files')],
    after: [
      authorised(authorise),
      withinLimits(
        { ...settings.limits, bodyBytes },
        (state) => meter?.watch('photos', state),
        memory.receiver({ bodyBytes, accountOf }),
      ),
    ],
  })
}

interface UploadedPhoto<Type extends string> {
  bytes: Bytes
  types: readonly Type[]
  accountId: string
}

/**
 * Returns a photo without metadata except its orientation, with the type found from its bytes. Throws
 * `unsupported-media-type`.
 */
export async function cleanPhoto<Type extends string>(
  { images }: Pick<Ports, 'images'>,
  { bytes, types, accountId }: UploadedPhoto<Type>,
): Promise<{ type: Type; bytes: Bytes }> {
  const type = types.find((each) => each === typeOfBytes(bytes))
  const kind = type && imageKindOf(type)
  const clean = kind && (await images(kind, bytes, accountId))
  if (!clean) throw new ProblemError('unsupported-media-type')
  return { type, bytes: clean }
}

/**
 * Counts the bytes that an account uploads in a day, including photos removed later. Throws `rate-limited` above
 * the limit.
 */
export async function countUploaded(
  trx: DatabaseTransaction,
  { accountId, bytes, maxBytes, now }: { accountId: string; bytes: number; maxBytes: number; now: Date },
): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const { bytes: uploaded } = await trx
    .insertInto('upload_day')
    .values({ account_id: accountId, day, bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet((row) => ({ bytes: row('upload_day.bytes', '+', row.ref('excluded.bytes')) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow()
  if (Number(uploaded) > maxBytes) throw tooManyRequests(Date.parse(day) + DAY_MS - now.getTime())
}
