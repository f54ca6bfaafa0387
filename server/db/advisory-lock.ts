import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { oneRow } from './one-row.ts'
import type { Database } from './schema.ts'

/** Advisory locks of PostgreSQL that outlive a transaction. SQLite uses a lock on the data folder instead. */
const LOCK_KEYS = { import: 20_261_122, schema: 20_261_126 } as const
type LockName = keyof typeof LOCK_KEYS

/** How long a starting server waits for another one that creates the schema or loads the demo. */
export const START_WAIT_MS = 10 * 60_000
const POLL_MS = 100

/** Another server or import kept the lock for longer than the maximum wait. */
export class LockTakenError extends Error {
  override name = 'LockTakenError'
  /** SQLSTATE of PostgreSQL's `lock_timeout`, so that both are handled alike. */
  readonly code = '55P03'
}

/**
 * Runs `work` with an advisory lock on `connection`, which must be a single connection. Polls for the lock, because a
 * waiting statement would reach its timeout.
 */
export async function withAdvisoryLock<T>(
  connection: Database,
  { name, waitMs }: { name: LockName; waitMs: number },
  work: () => Promise<T>,
): Promise<T> {
  if (!isPostgres(connection)) return await work()
  const key = sql.lit(LOCK_KEYS[name])
  const isTaken = async () =>
    (await oneRow(sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`, connection)).taken
  const until = performance.now() + waitMs
  while (!(await isTaken())) {
    if (performance.now() >= until) throw new LockTakenError(`Another server or import has not finished (${name})`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  try {
    return await work()
  } finally {
    // If this fails, the lock ends with the connection.
    await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => {})
  }
}
