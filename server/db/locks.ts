import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { DatabaseTransaction } from './schema.ts'

/** The keys by which rows are found, and the rest of the key of their table. */
const KEYS = {
  retention: ['practice_id', 'kind'],
  practice: ['id'],
  client: ['uuid'],
  account: ['id'],
  import_key: ['id'],
  secret: ['fingerprint'],
  client_count: ['practice_id'],
  recipient_mail: ['mail_id'],
  address_mail: ['address_hash', 'kind', 'practice_id'],
} as const

/** `deleting` also waits for those who refer to the rows; `referring` only keeps others from deleting them. */
type Purpose = 'changing' | 'deleting' | 'referring'
const STRENGTH: Record<Purpose, string> = {
  changing: 'for no key update',
  deleting: 'for update',
  referring: 'for key share',
}

/**
 * Locks rows until the transaction ends, in the order of their keys; see `LOCK_ORDER` for that of tables. A transaction on SQLite has
 * locked the whole database.
 */
export async function lockRows(
  trx: DatabaseTransaction,
  table: keyof typeof KEYS,
  keys: RawBuilder<unknown>,
  purpose: Purpose = 'changing',
): Promise<void> {
  if (!isPostgres(trx)) return
  const [key, ...more] = KEYS[table]
  const all = sql.join([key, ...more].map((name) => sql.ref(name)))
  const strength = sql.raw(STRENGTH[purpose])
  await sql`select ${all} from ${sql.table(table)} where ${sql.ref(key)} in ${keys} order by ${all} ${strength}`.execute(
    trx,
  )
}

/** Space of the keys of advisory locks for the storage of a practice. */
const STORAGE = 20_261_127

/**
 * Locks what a practice stores until the transaction ends, after all rows: an upload that waits for its client keeps no other upload
 * waiting.
 */
export async function lockStorage(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  if (isPostgres(trx))
    await sql`select pg_advisory_xact_lock(${sql.lit(STORAGE)}, hashtext(${practiceId}))`.execute(trx)
}
