import { findRow } from '#server/db/one-row.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { lockAccountRow, lockClientRow } from '#server/clients/rows.ts'
import type { Identity } from '#server/context.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import type { Bytes } from '#server/files/bytes.ts'
import { countUploaded } from './upload.ts'
import { animalPhotoKey } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Files, Limits, Ports } from '#server/ports.ts'
import { requireQuota } from '#server/storage/quota.ts'

// The photo of an animal has a row in `file`, whose key contains the id of the animal. The photo therefore stays when an
// export changes the animal or moves it to another client, and ends with the animal.

interface OfAnimal {
  clientId: string
  patientId: string
  by: Identity
  now: Date
}

interface NewPhoto extends OfAnimal {
  photo: { type: string; bytes: Bytes }
  limits: Pick<Limits, 'photoBytesPerDay' | 'practiceBytes'>
}

/**
 * Stores the photo of an animal in place of a former one. The row is written first, so that an erasure meanwhile leaves
 * no file. Throws `not-found` for an animal of another client.
 */
export async function storeAnimalPhoto(
  { db, files }: { db: Database; files: Files },
  { photo: { type, bytes }, limits, ...of }: NewPhoto,
): Promise<void> {
  const { accountId } = of.by
  const content = { bytes: bytes.length, sha256: await sha256(bytes), sniffed: type, created_at: of.now.toISOString() }
  const key = await inTransaction(db, async (trx) => {
    const { client, key } = await lockAnimal(trx, of)
    const former = await findRow(trx, 'file', { key }, ['bytes'])
    const room = { practiceId: client.practice_id, usualBytes: limits.practiceBytes }
    await requireQuota(trx, { ...room, bytes: bytes.length, instead: former?.bytes ?? 0 })
    await countUploaded(trx, { accountId, bytes: bytes.length, maxBytes: limits.photoBytesPerDay, now: of.now })
    await trx
      .insertInto('file')
      .values({ key, practice_id: client.practice_id, ...content })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(content))
      .execute()
    await writeAudit(trx, {
      practiceId: client.practice_id,
      by: of.by,
      action: 'animal-photo-changed',
      client,
      now: of.now,
    })
    return key
  })
  await files.put(key, bytes)
  if (await findRow(db, 'file', { key }, ['key'])) return
  await files.remove(key)
  throw new ProblemError('not-found')
}

/** Removes the photo that an owner gave an animal. Throws `not-found` if there is none. */
export async function removeAnimalPhoto(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  { by, now, ...of }: OfAnimal,
): Promise<void> {
  const key = await inTransaction(db, async (trx) => {
    const { client, key } = await lockAnimal(trx, { by, now, ...of })
    if (!(await findRow(trx, 'file', { key }, ['key']))) throw new ProblemError('not-found')
    await writeAudit(trx, { practiceId: client.practice_id, by, action: 'animal-photo-removed', client, now })
    return key
  })
  await removeFile(db, files, key)
}

/** Locks the client of an animal, and the account. Throws `not-found` for an animal of another client. */
async function lockAnimal(
  trx: DatabaseTransaction,
  { clientId, patientId, by }: OfAnimal,
): Promise<{ client: ClientRow; key: string }> {
  const client = await lockClientRow(trx, clientId)
  await lockAccountRow(trx, by.accountId)
  const patient = await findRow(trx, 'patient', { uuid: patientId.toLowerCase(), client_uuid: clientId }, ['uuid'])
  if (!client || !patient) throw new ProblemError('not-found')
  return { client, key: animalPhotoKey(patient.uuid) }
}
