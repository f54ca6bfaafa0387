import type { Database, DatabaseTransaction } from './schema.ts'
import { isLockTimeout, isSerializationFailure } from './problem.ts'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/** How long a transaction that times out on a lock is retried. */
const LOCK_WAIT_MS = 5000

/**
 * Runs a transaction, retried once on a serialization failure, so `work` must have no other side effects. A transaction
 * that reaches PostgreSQL's `lock_timeout` also restarts, because waiting on would occupy its own locks and its
 * connection.
 */
export async function inTransaction<T>(db: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  const until = performance.now() + LOCK_WAIT_MS
  let hasFailed = false
  for (;;) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (isLockTimeout(error) ? performance.now() >= until : hasFailed || !isSerializationFailure(error)) throw error
      hasFailed ||= !isLockTimeout(error)
    }
  }
}

/** Runs reads that all see one snapshot of the database, without blocking writers. */
export async function inSnapshot<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? 'begin transaction isolation level repeatable read read only' : 'begin deferred'
  return await db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql.raw('rollback').execute(connection)
    }
  })
}

/** Key columns by which rows are found, followed by the rest of the table's key. */
const KEYS = {
  retention: ['practice_id', 'kind'],
  practice: ['id'],
  client: ['uuid'],
  account: ['id'],
  form: ['id'],
  import_key: ['id'],
  csv_import: ['id'],
  import_run: ['id'],
  secret: ['fingerprint'],
  client_count: ['practice_id'],
  recipient_mail: ['mail_id'],
  address_mail: ['address_hash', 'kind', 'practice_id'],
} as const

/** `deleting` also waits for transactions that refer to the rows; `referring` only prevents their deletion. */
type Purpose = 'changing' | 'deleting' | 'referring'
const STRENGTH: Record<Purpose, string> = {
  changing: 'for no key update',
  deleting: 'for update',
  referring: 'for key share',
}

/**
 * Locks rows until the transaction ends, in the order of their keys; see `LOCK_ORDER` for the order of tables. On
 * SQLite a transaction already locks the whole database.
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

/** Key of the advisory lock for adding the first practice. */
const FIRST_PRACTICE = 20_261_128

/** Locks the set-up of an empty portal until the transaction ends, so that only one of several set-ups wins. */
export async function lockSetup(trx: DatabaseTransaction): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${sql.lit(FIRST_PRACTICE)})`.execute(trx)
}

/** First key of the advisory locks for the storage of a practice. */
const STORAGE = 20_261_127

/**
 * Locks the storage of a practice until the transaction ends. Taken after all row locks, so that an upload waiting for
 * its client does not block other uploads.
 */
export async function lockStorage(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  if (isPostgres(trx))
    await sql`select pg_advisory_xact_lock(${sql.lit(STORAGE)}, hashtext(${practiceId}))`.execute(trx)
}

/**
 * Locks the row of a practice and counts its rows in a table, so that two concurrent calls do not exceed a limit. The lock
 * is an update without a change, which works on both engines.
 */
export async function countLocked(
  trx: DatabaseTransaction,
  table: 'import_key' | 'webhook_endpoint' | 'form',
  practiceId: string,
): Promise<number> {
  await trx
    .updateTable('practice')
    .set((practice) => ({ locked: practice.ref('locked') }))
    .where('id', '=', practiceId)
    .execute()
  const { count } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
