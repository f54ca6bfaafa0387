import { getRow } from '#server/db/one-row.ts'
import { inTransaction, lockStorage } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ports } from '#server/ports.ts'

interface NewFile {
  practiceId: string
  bytes: number
  /** Size of the file to be replaced. */
  instead?: number
  /** `practiceBytes` of the limits, for practices without their own quota. */
  usualBytes: number
}

/** Returns the maximum bytes of a practice; null for no limit. */
export const quotaOf = (ownBytes: number | null, usualBytes: number): number | null =>
  ownBytes ?? (usualBytes > 0 ? usualBytes : null)

/**
 * Throws `quota-full` if a file exceeds the practice's quota; returns whether the practice has a quota. Locks the
 * practice's storage until the transaction ends, so that concurrent uploads are counted. Call after all row locks.
 */
export async function requireQuota(
  trx: DatabaseTransaction,
  { practiceId, bytes, instead = 0, usualBytes }: NewFile,
): Promise<boolean> {
  const { most_bytes: ownBytes } = await getRow(trx, 'practice', { id: practiceId }, ['most_bytes'])
  const maximum = quotaOf(ownBytes === null ? null : Number(ownBytes), usualBytes)
  if (maximum === null) return false
  await lockStorage(trx, practiceId)
  const stored = await storageOf(trx, practiceId)
  if (bytes > instead && stored.bytes - instead + bytes > maximum) throw new ProblemError('quota-full')
  return true
}

/**
 * Reserves space for a file that is stored before its row; returns the key of the reservation. An abandoned reservation
 * is removed after an hour, with other unreferenced files.
 */
export async function reserveStorage(db: Database, wanted: NewFile, now: Date): Promise<string | undefined> {
  const { practiceId, bytes, instead = 0 } = wanted
  return await inTransaction(db, async (trx) => {
    if (!(await requireQuota(trx, wanted))) return undefined
    const key = `reserved-${crypto.randomUUID()}`
    await trx
      .insertInto('file')
      .values({ key, created_at: now.toISOString(), practice_id: practiceId, bytes: Math.max(0, bytes - instead) })
      .execute()
    return key
  })
}

/** Storage used by a practice: documents, logo, and photos of requests. */
export interface StorageUse {
  files: number
  bytes: number
}

const storedFiles = (ofPractice: (column: string) => RawBuilder<unknown>) => sql`
  select f.practice_id as practice, f.bytes from file f
  where f.practice_id is not null and f.bytes > 0 and ${ofPractice('f.practice_id')}
  union all
  select c.practice_id as practice, p.bytes from request_photo p join client c on c.uuid = p.client_uuid
  where ${ofPractice('c.practice_id')}`

/** Returns the storage of all practices with files, the largest first. Reads the row of every file. */
export async function storageOfAll(db: Database): Promise<({ practice: string } & StorageUse)[]> {
  const { rows } = await sql<{ practice: string; files: number; bytes: number | string }>`
    select practice, count(*) as files, sum(bytes) as bytes from (${storedFiles(() => sql`1 = 1`)}) s
    group by practice order by 3 desc, practice`.execute(db)
  return rows.map(({ practice, files, bytes }) => ({ practice, files: Number(files), bytes: Number(bytes) }))
}

export async function storageOf(db: Database | DatabaseTransaction, practiceId: string): Promise<StorageUse> {
  const { rows } = await sql<{ files: number; bytes: number | string }>`
    select count(*) as files, coalesce(sum(bytes), 0) as bytes
    from (${storedFiles((column) => sql`${sql.ref(column)} = ${practiceId}`)}) s`.execute(db)
  return { files: Number(rows[0]?.files ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}

/** Share of the quota from which a warning is logged. */
const NEARLY_FULL = 0.9

type QuotaPorts = Pick<Ports, 'db' | 'log' | 'settings' | 'isLow'>

/** Logs the practices that have nearly reached their quota, and a nearly full disk. */
export async function warnOfLowSpace({ db, log, settings, isLow }: QuotaPorts): Promise<void> {
  if ((await isLow?.('database')) || (await isLow?.('files'))) log('warn', 'disk-nearly-full')
  const practices = await db.selectFrom('practice').select(['id', 'most_bytes as ownBytes']).execute()
  const own = new Map(practices.map(({ id, ownBytes }) => [id, ownBytes === null ? null : Number(ownBytes)]))
  for (const { practice, bytes } of await storageOfAll(db)) {
    const limit = quotaOf(own.get(practice) ?? null, settings.limits.practiceBytes)
    if (limit !== null && bytes >= NEARLY_FULL * limit) log('warn', 'practice-nearly-full', { practice, bytes, limit })
  }
}
