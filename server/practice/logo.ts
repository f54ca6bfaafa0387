import { sql } from 'kysely'
import { type Actor, writeAudit } from '#server/audit/write.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { DOCUMENT_KEYS } from '#server/files/keys.ts'
import { viewOf } from '#server/files/bytes.ts'
import type { ImageKind } from '#server/files/images.ts'
import type { Upload } from './upload-url.ts'

/** What the address of a file begins with; its key comes behind it. */
const FILES = '/files/'

type Place = Pick<Ports, 'db' | 'files' | 'clock'>

const keyOf = ({ id, kind }: Upload) => `${id}.${kind}`
const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(png|jpg|webp)$/

/** The kind of picture that a key is of; undefined for what is no key of a logo. */
export const logoKind = (key: string): ImageKind | undefined => KEY.exec(key)?.[1] as ImageKind | undefined

/** Who asked for the address, unless they have left since, or it was used. */
export async function uploader(db: Database, upload: Upload): Promise<Actor> {
  const by = await db
    .selectFrom('account')
    .select(['id as accountId', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', upload.accountId)
    .where('practice_id', '=', upload.practiceId)
    .where('staff_role', 'is not', null)
    .executeTakeFirst()
  if (!by || (await isNoted(db, keyOf(upload)))) throw new ProblemError('forbidden')
  return by
}

/** Whether a file was ever stored under that key, or was going to be. */
export async function isNoted(db: Database, key: string): Promise<boolean> {
  return (await db.selectFrom('file').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

const MOST_PIXELS = 4_000_000

/** A logo as it can be drawn on a paper: no WebP, and no PNG that takes long to unpack. Undefined where there is none here. */
export async function logoBytes(
  { db, files }: Pick<Place, 'db' | 'files'>,
  logoUrl: string | null,
): Promise<Uint8Array | undefined> {
  const key = logoUrl?.startsWith(FILES) ? logoUrl.slice(FILES.length) : ''
  const kind = logoKind(key)
  if (!kind || kind === 'webp' || !(await isNoted(db, key))) return undefined
  const file = await files.get(key)
  const bytes = file && new Uint8Array(await new Response(file.stream()).arrayBuffer())
  if (!bytes || kind === 'jpg') return bytes
  const view = viewOf(bytes)
  return view.getUint32(16) * view.getUint32(20) > MOST_PIXELS ? undefined : bytes
}

/**
 * Stores a picture and makes it the logo of its practice; answers the address of the one before. The key is noted first, which
 * uses up the upload address, and tells of the file whatever happens next (`removeUnused`).
 */
export async function replaceLogo(
  { db, files, clock }: Place,
  upload: Upload & { by: Actor; picture: Uint8Array },
): Promise<string | null> {
  const { practiceId, by, picture } = upload
  const key = keyOf(upload)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('file')
    .values({ key, created_at: clock().toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('forbidden')
  await files.put(key, picture)

  return await inTransaction(db, async (trx) => {
    // An update of nothing, so that the row is held, and the second of two at once replaces the logo of the first.
    const before = await trx
      .updateTable('practice')
      .set((row) => ({ locked: row.ref('locked') }))
      .where('id', '=', practiceId)
      .returning('logo_url')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('practice')
      .set({ logo_url: FILES + key })
      .where('id', '=', practiceId)
      .execute()
    await writeAudit(trx, { practiceId, by, action: 'logo-changed', now: clock() })
    return before.logo_url
  })
}

/** Removes a file that was a logo. It stays noted, so that its upload address cannot be used again. */
export async function removeReplacedLogo({ db, files }: Place, logoUrl: string | null): Promise<void> {
  if (!logoUrl?.startsWith(FILES)) return
  const key = logoUrl.slice(FILES.length)
  const user = await db.selectFrom('practice').select('id').where('logo_url', '=', logoUrl).executeTakeFirst()
  // An import may have given a practice any address, also that of another's logo or of a client's paper.
  if (!user && logoKind(key) && (await isNoted(db, key))) await files.remove(key)
}

/** Longer than an upload address lives and an upload lasts. */
const UNUSED_AFTER_MS = 3_600_000
const AT_ONCE = 100

/** Removes files that are nobody's logo: a kill came between the file and its practice, or the removal failed. */
export async function removeOrphanedFiles({ db, files, clock }: Place): Promise<void> {
  const before = new Date(clock().getTime() - UNUSED_AFTER_MS).toISOString()
  const unused = await db
    .selectFrom('file')
    .leftJoin('practice', (join) => join.on(sql<boolean>`practice.logo_url = ${FILES} || file.key`))
    .select('file.key')
    .where('file.created_at', '<', before)
    .where('practice.id', 'is', null)
    .where('file.key', 'not like', `${DOCUMENT_KEYS}%`)
    .limit(AT_ONCE)
    .execute()
  for (const { key } of unused) {
    await files.remove(key)
    await db.deleteFrom('file').where('key', '=', key).execute()
  }
}
