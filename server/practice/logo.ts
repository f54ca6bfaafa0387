import { findRow } from '#server/db/one-row.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { sql } from 'kysely'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { staffRoleAt } from '#server/access/access-level.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireNotRevoked } from '#server/http/revoked-urls.ts'
import type { Signed } from '#server/http/signed-url.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Files, ImageKind, Ports } from '#server/ports.ts'
import { DOCUMENT_KEYS, SENT_KEYS } from '#server/files/store.ts'
import { BoundedMap } from '#server/http/rate-limit.ts'
import { viewOf } from '#server/files/bytes.ts'
import { IMAGE_TYPES } from '#server/files/images.ts'
import type { Picture } from '#server/pdf/sheet.ts'
import { requireQuota } from '#server/storage/quota.ts'
import type { Upload } from './upload-url.ts'
import { typedKeys } from '#contract/values.ts'

/** URL prefix of a logo's key. */
const FILES = '/files/'

type LogoStorePorts = Pick<Ports, 'db' | 'files' | 'clock'>

export type LogoPorts = Pick<Ports, 'db' | 'files' | 'images'>

const keyOf = ({ id, kind }: Upload) => `${id}.${kind}`
const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(png|jpg|webp)$/

/** Returns the image type of a logo's key; undefined for any other key. */
export function logoKind(key: string): ImageKind | undefined {
  const [, extension] = KEY.exec(key) ?? []
  return typedKeys(IMAGE_TYPES).find((kind) => kind === extension)
}

/**
 * Returns the account for which an upload URL was signed. Throws `forbidden` if the account has left the practice
 * or the URL was used.
 */
export async function uploader(db: Database, upload: Signed<Upload>): Promise<Actor> {
  await requireNotRevoked(db, upload)
  const by = await findRow(db, 'account', { id: upload.accountId }, [
    'id as accountId',
    'username',
    'practice_id as practiceId',
    'staff_role as staffRole',
  ])
  const role = by && (await staffRoleAt(db, by, upload.practiceId))
  if (!role || (await isReserved(db, keyOf(upload)))) throw new ProblemError('forbidden')
  return by
}

export async function isReserved(db: Database, key: string): Promise<boolean> {
  return (await db.selectFrom('file').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

const MAX_PIXELS = 4_000_000
const MAX_CACHED = 8

/**
 * Cache of logos. The image at a URL never changes, and validating an image takes longer than creating most
 * documents.
 */
const logoCache = new WeakMap<Files, BoundedMap<string, Promise<Picture | undefined>>>()

/** Returns the logo of a practice for PDFs and mails; undefined if its format is unsuitable. */
export async function logoOf(ports: LogoPorts, url: string | null): Promise<Picture | undefined> {
  const key = url?.startsWith(FILES) ? url.slice(FILES.length) : ''
  const kind = logoKind(key)
  if (url === null || !kind) return undefined
  const logos = logoCache.get(ports.files) ?? new BoundedMap(MAX_CACHED)
  logoCache.set(ports.files, logos)
  const reading =
    logos.get(url) ?? logoBytes(ports, key, kind).then((bytes) => bytes && { url, type: IMAGE_TYPES[kind], bytes })
  logos.set(url, reading)
  try {
    return await reading
  } catch (error) {
    logos.delete(url)
    throw error
  }
}

/**
 * Reads a logo's bytes. Returns undefined for WebP, for a PNG that takes long to draw, and for a missing file. The
 * image is validated again, because an earlier version may have stored it.
 */
async function logoBytes(
  { db, files, images }: LogoPorts,
  key: string,
  kind: ImageKind,
): Promise<Uint8Array | undefined> {
  if (kind === 'webp' || !(await isReserved(db, key))) return undefined
  const file = await files.get(key)
  const bytes = file && (await images(kind, new Uint8Array(await new Response(file.stream()).arrayBuffer()), key))
  if (!bytes || kind === 'jpg') return bytes
  const view = viewOf(bytes)
  return view.getUint32(16) * view.getUint32(20) > MAX_PIXELS ? undefined : bytes
}

/**
 * Stores an image as the practice's logo and returns the URL of the former logo. The key is inserted first: this
 * uses up the upload URL, and `removeOrphanedFiles` finds the file after any failure.
 */
export async function replaceLogo(
  { db, files, clock, settings }: LogoStorePorts & Pick<Ports, 'settings'>,
  upload: Upload & { by: Actor; picture: Uint8Array },
): Promise<string | null> {
  const { practiceId, by, picture } = upload
  const key = keyOf(upload)
  const bytes = picture.length
  const { numInsertedOrUpdatedRows } = await inTransaction(db, async (trx) => {
    const instead = await bytesOfLogo(trx, practiceId)
    await requireQuota(trx, { practiceId, bytes, instead, usualBytes: settings.limits.practiceBytes })
    return await trx
      .insertInto('file')
      .values({ key, created_at: clock().toISOString(), practice_id: practiceId, bytes })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
  })
  if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('forbidden')
  await files.put(key, picture)

  return await inTransaction(db, async (trx) => {
    const former = await lockLogo(trx, practiceId)
    await trx
      .updateTable('practice')
      .set({ logo_url: FILES + key })
      .where('id', '=', practiceId)
      .execute()
    await writeAudit(trx, { practiceId, by, action: 'logo-changed', now: clock() })
    return former
  })
}

async function bytesOfLogo(trx: DatabaseTransaction, practiceId: string): Promise<number> {
  const logo = await trx
    .selectFrom('practice')
    .innerJoin('file', (join) => join.on(sql<boolean>`practice.logo_url = ${FILES} || file.key`))
    .select('file.bytes')
    .where('practice.id', '=', practiceId)
    .executeTakeFirst()
  return logo?.bytes ?? 0
}

export async function removeLogo(
  { db, clock }: Pick<LogoStorePorts, 'db' | 'clock'>,
  { practiceId, by }: { practiceId: string; by: Actor },
): Promise<string | null> {
  return await inTransaction(db, async (trx) => {
    const former = await lockLogo(trx, practiceId)
    if (former === null) return null
    await trx.updateTable('practice').set({ logo_url: null }).where('id', '=', practiceId).execute()
    await writeAudit(trx, { practiceId, by, action: 'logo-removed', now: clock() })
    return former
  })
}

/**
 * Returns the URL of a practice's logo. A no-op update locks the row, so that the second of two concurrent changes
 * replaces the first.
 */
async function lockLogo(trx: DatabaseTransaction, practiceId: string): Promise<string | null> {
  const held = await trx
    .updateTable('practice')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('id', '=', practiceId)
    .returning('logo_url')
    .executeTakeFirstOrThrow()
  return held.logo_url
}

/** Deletes the file of a replaced logo. The row stays, so that the upload URL cannot be reused. */
export async function removeReplacedLogo({ db, files }: LogoStorePorts, logoUrl: string | null): Promise<void> {
  if (!logoUrl?.startsWith(FILES)) return
  const key = logoUrl.slice(FILES.length)
  const user = await db.selectFrom('practice').select('id').where('logo_url', '=', logoUrl).executeTakeFirst()
  // An import may have set any URL, such as the URL of another practice's logo or of a document.
  if (user || !logoKind(key) || !(await isReserved(db, key))) return
  await files.remove(key)
  await db.updateTable('file').set({ bytes: 0 }).where('key', '=', key).execute()
}

/** Longer than the validity of an upload URL plus the duration of an upload. */
const UNUSED_AFTER_MS = HOUR_MS
const BATCH_SIZE = 100

/** Removes logos without a practice, left by a crash during an upload or by a failed removal. */
export async function removeOrphanedFiles({ db, files, clock }: LogoStorePorts): Promise<void> {
  const before = new Date(clock().getTime() - UNUSED_AFTER_MS).toISOString()
  const unused = await db
    .selectFrom('file')
    .leftJoin('practice', (join) => join.on(sql<boolean>`practice.logo_url = ${FILES} || file.key`))
    .select('file.key')
    .where('file.created_at', '<', before)
    .where('practice.id', 'is', null)
    .where('file.key', 'not like', `${DOCUMENT_KEYS}%`)
    .where('file.key', 'not like', `${SENT_KEYS}%`)
    .limit(BATCH_SIZE)
    .execute()
  for (const { key } of unused) {
    await files.remove(key)
    await db.deleteFrom('file').where('key', '=', key).execute()
  }
}
