import { sql } from 'kysely'
import { findRow } from '#server/db/one-row.ts'
import { HOUR_MS, momentAfter } from '#contract/dates.ts'
import type { KeyScope } from '#contract/imports.ts'
import { MAX_PHOTOS, PHOTO_HOURS, REQUESTS_PER_DAY } from '#contract/request.ts'
import { lockAccountRow, lockClientRow } from '#server/clients/rows.ts'
import type { Services } from '#server/context.ts'
import type { Database, DatabaseTransaction, RequestPhotoTable } from '#server/db/schema.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import { accessOfAccount } from '#server/documents/authorise-account.ts'
import type { Bytes } from '#server/files/bytes.ts'
import { type Uploader, countUploaded, uploaderId } from '#server/photos/upload.ts'
import { photoKey } from '#server/files/store.ts'
import { practiceOfKey } from '#server/import-jobs/keys.ts'
import type { Signed } from '#server/http/signed-url.ts'
import { ProblemError, tooManyRequests } from '#server/http/problem.ts'
import type { Limits, Ports } from '#server/ports.ts'
import { requireQuota } from '#server/storage/quota.ts'
import { reject } from './content.ts'
import type { Reader } from './photo-urls.ts'

const PHOTO_MS = PHOTO_HOURS * HOUR_MS
/** Maximum photos of an account or key within that time: as many as the requests of an account can have. */
const MAX_PHOTOS_PER_DAY = REQUESTS_PER_DAY * MAX_PHOTOS

interface NewPhoto {
  limits: Pick<Limits, 'photoBytesPerDay' | 'practiceBytes'>
  clientId: string
  uploader: Uploader
  photo: { type: string; bytes: Bytes }
  now: Date
}

/**
 * Stores a photo for a later request and returns its id. The row is written first, so that the purge finds files
 * without a request.
 * Throws `not-found` if the row was deleted meanwhile, for example with an erased client, and leaves no file.
 */
export async function storePhoto(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  { clientId, uploader, photo, limits, now }: NewPhoto,
): Promise<string> {
  const id = crypto.randomUUID()
  await inTransaction(db, async (trx) => {
    const client = await lockClientRow(trx, clientId)
    if (!client) throw new ProblemError('not-found')
    const room = { practiceId: client.practice_id, usualBytes: limits.practiceBytes }
    const bytes = photo.bytes.length
    await requireDailyPhotos(trx, { uploader, bytes, maxBytes: limits.photoBytesPerDay, now })
    await requireQuota(trx, { ...room, bytes })
    await trx
      .insertInto('request_photo')
      .values({
        id,
        client_uuid: clientId,
        account_id: uploaderId(uploader),
        request_uuid: null,
        message_uuid: null,
        position: 0,
        type: photo.type,
        bytes,
        created_at: now.toISOString(),
      })
      .execute()
  })
  await files.put(photoKey(id), photo.bytes)
  const row = await db.selectFrom('request_photo').select('id').where('id', '=', id).executeTakeFirst()
  if (row) return id
  await files.remove(photoKey(id))
  throw new ProblemError('not-found')
}

/** Throws `rate-limited` after too many photos of an account or key in a day, or too many bytes. Locks the account or key. */
async function requireDailyPhotos(
  trx: DatabaseTransaction,
  { uploader, bytes, maxBytes, now }: { uploader: Uploader; bytes: number; maxBytes: number; now: Date },
): Promise<void> {
  if ('keyId' in uploader) await lockRows(trx, 'import_key', sql`(${uploader.keyId})`)
  else await lockAccountRow(trx, uploader.accountId)
  const stored = await trx
    .selectFrom('request_photo')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.sum<number | null>('bytes').as('bytes')])
    .where('account_id', '=', uploaderId(uploader))
    .where('created_at', '>', momentAfter(now, -PHOTO_MS))
    .executeTakeFirstOrThrow()
  if (Number(stored.count) >= MAX_PHOTOS_PER_DAY) throw tooManyRequests(HOUR_MS)
  if ('accountId' in uploader) return await countUploaded(trx, { accountId: uploader.accountId, bytes, maxBytes, now })
  // A system cannot remove its photos, so the stored photos are all that it has uploaded.
  if (Number(stored.bytes ?? 0) + bytes > maxBytes) throw tooManyRequests(HOUR_MS)
}

/** Returns the client of a request of a practice. Throws `not-found`. */
export async function clientOfRequest(
  db: Database,
  { practiceId, requestId }: { practiceId: string; requestId: string },
): Promise<string> {
  const request = await db
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .select('request.client_uuid')
    .where('request.uuid', '=', requestId.toLowerCase())
    .where('request.practice_id', '=', practiceId)
    .where('client.registered', '=', 1)
    .executeTakeFirst()
  if (!request) throw new ProblemError('not-found')
  return request.client_uuid
}

type SignedPhoto = Signed<{ id: string; clientId: string; reader: Reader }>

/**
 * Returns the photo of a request, its messages or a completed form, for the account that sent the request or form, for
 * staff, and for the practice's own system.
 * Throws `not-found` for others, and if there is none.
 */
export async function findPhoto(
  services: Pick<Services, 'db' | 'recordReads'>,
  { id, clientId, reader, signedAt }: SignedPhoto,
  now: Date,
): Promise<RequestPhotoTable> {
  const found = await services.db
    .selectFrom('request_photo')
    .leftJoin('request', 'request.uuid', 'request_photo.request_uuid')
    .leftJoin('form_answer', 'form_answer.id', 'request_photo.answer_id')
    .selectAll('request_photo')
    .select((row) => row.fn.coalesce('request.account_id', 'form_answer.account_id').as('sentBy'))
    .where('request_photo.id', '=', id.toLowerCase())
    .executeTakeFirst()
  const scope = found?.answer_id == null ? 'requests:read' : 'forms:read'
  const { clientUuid, sentBy } = await photosFor(services, { clientId, reader, signedAt, scope }, now)
  const isOther = sentBy !== undefined && found?.sentBy !== sentBy
  if (found?.client_uuid !== clientUuid || found.sentBy === null || isOther) throw new ProblemError('not-found')
  return found
}

/** Returns the client whose photos a reader may see. An owner sees only the photos of requests that the owner sent. */
async function photosFor(
  services: Pick<Services, 'db' | 'recordReads'>,
  { clientId, reader, signedAt, scope }: Omit<SignedPhoto, 'id'> & { scope: KeyScope },
  now: Date,
): Promise<{ clientUuid: string; sentBy?: string }> {
  const { db } = services
  if ('accountId' in reader) {
    const { client, access } = await accessOfAccount(services, { clientId, accountId: reader.accountId, signedAt })
    return { clientUuid: client.uuid, ...(access.side === 'owner' && { sentBy: reader.accountId }) }
  }
  const practiceId = await practiceOfKey(db, { keyId: reader.keyId, scope, now })
  if (practiceId === undefined) throw new ProblemError('not-found')
  const client = await findRow(db, 'client', { uuid: clientId, practice_id: practiceId, registered: 1 }, ['uuid'])
  if (!client) throw new ProblemError('not-found')
  return { clientUuid: client.uuid }
}

interface Claim {
  ids: readonly string[]
  requestId?: string
  /** Message of the request that has the photos. */
  messageId?: string
  /** Completed form that has the photos. */
  answerId?: string
  /** JSON pointer of the list of ids. */
  pointer?: string
  clientId: string
  /** Account or key that has uploaded the photos. */
  accountId: string
  now: Date
}

/** Assigns uploaded photos to a request, its message or a completed form. Throws `validation-failed` for other photos. */
export async function claimPhotos(
  trx: DatabaseTransaction,
  { ids, requestId, messageId, answerId, pointer = '#/photoIds', clientId, accountId, now }: Claim,
): Promise<void> {
  for (const [position, id] of ids.entries()) {
    const { numUpdatedRows } = await trx
      .updateTable('request_photo')
      .set({
        request_uuid: requestId ?? null,
        message_uuid: messageId ?? null,
        answer_id: answerId ?? null,
        position,
      })
      .where('id', '=', id.toLowerCase())
      .where('client_uuid', '=', clientId)
      .where('account_id', '=', accountId)
      .where('request_uuid', 'is', null)
      .where('answer_id', 'is', null)
      // The purge may be removing an older photo.
      .where('created_at', '>', momentAfter(now, -PHOTO_HOURS * HOUR_MS))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) reject({ pointer: `${pointer}/${position}`, code: 'unknownValue' })
  }
}
