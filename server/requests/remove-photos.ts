import { DAY_MS, HOUR_MS, momentAfter } from '#contract/dates.ts'
import { PHOTO_HOURS } from '#contract/request.ts'
import { queueRemovedFiles, removeQueuedFiles } from '#server/expiry/records.ts'
import { type Batching, inBatches } from '#server/db/in-batches.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { photoKey } from '#server/files/store.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Files } from '#server/ports.ts'
import { changeUnseen } from './change.ts'

/** Margin between the last moment to claim a photo and its removal, in milliseconds. */
const MARGIN_MS = HOUR_MS
const BATCH_SIZE = 100
const UPLOAD_DAYS = 30

interface Removing {
  clientId: string
  accountId: string
  photoId: string
  now: Date
}

/**
 * Removes an owner's photo; a photo of a request only until the practice has seen the request. Throws `not-found`
 * for another owner's photo, and `conflict` if the practice has seen or ended the request.
 */
export async function removePhoto(
  trx: DatabaseTransaction,
  { clientId, accountId, photoId, now }: Removing,
): Promise<void> {
  const ofPhoto = trx
    .selectFrom('request_photo')
    .select('request_uuid as requestId')
    .where('id', '=', photoId)
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    // A photo belongs to a completed form for as long as the form exists.
    .where('answer_id', 'is', null)
  const photo = await ofPhoto.executeTakeFirst()
  if (!photo) throw new ProblemError('not-found')
  const { requestId } = photo
  if (requestId !== null) await changeUnseen(trx, { clientId, accountId, requestId, action: 'photo-removed', now })
  if ((await deletePhotos(trx, [photoId], requestId)) === 0) throw new ProblemError('not-found')
}

/**
 * Deletes rows of photos that still belong to the request, or to none, and queues their files for removal. Returns
 * their number.
 */
async function deletePhotos(
  trx: DatabaseTransaction,
  ids: readonly string[],
  requestId: string | null,
): Promise<number> {
  const deleted = await trx
    .deleteFrom('request_photo')
    .where('id', 'in', ids)
    .where('request_uuid', requestId === null ? 'is' : '=', requestId)
    .where('answer_id', 'is', null)
    .returning('id')
    .execute()
  await queueRemovedFiles(
    trx,
    deleted.map(({ id }) => ({ key: photoKey(id), source: 'request_photo', id })),
  )
  return deleted.length
}

/** Removes photos that no request claimed in time, and photos of requests withdrawn more than a day ago. */
export async function removeUnneededPhotos(place: Batching & { files: Files }, now: Date): Promise<void> {
  const { db, stopping } = place
  const unclaimedBefore = momentAfter(now, -PHOTO_HOURS * HOUR_MS - MARGIN_MS)
  const withdrawnBefore = momentAfter(now, -PHOTO_HOURS * HOUR_MS)
  await inBatches({ stopping }, async () => {
    const unneeded = await db
      .selectFrom('request_photo')
      .leftJoin('request', 'request.uuid', 'request_photo.request_uuid')
      .select(['request_photo.id', 'request_photo.request_uuid as requestId'])
      .where((row) =>
        row.or([
          row.and([
            row('request_uuid', 'is', null),
            row('answer_id', 'is', null),
            row('request_photo.created_at', '<', unclaimedBefore),
          ]),
          row.and([row('request.state', '=', 'withdrawn'), row('request.closed_at', '<', withdrawnBefore)]),
        ]),
      )
      .limit(BATCH_SIZE)
      .execute()
    for (const { id, requestId } of unneeded) await inTransaction(db, (trx) => deletePhotos(trx, [id], requestId))
    return unneeded.length < BATCH_SIZE ? 'last' : 'more'
  })
  await removeQueuedFiles(place)
  const oldestDay = momentAfter(now, -UPLOAD_DAYS * DAY_MS).slice(0, 10)
  await db.deleteFrom('upload_day').where('day', '<', oldestDay).execute()
}
