import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'
import { TransactionalSqliteDialect } from '#server/db/sqlite-dialect.ts'
import { type WorkerPool, createWorkerPool } from '#server/node/worker-pool.ts'

export interface SlowRead {
  file: string
  sql: string
  parameters: readonly unknown[]
}

const MAX_WAITING = 200

/**
 * Opens the embedded database for slow statements. Each runs in a worker thread, so it does not block the event loop.
 * Supports reads outside transactions only.
 */
export function openSlowReads(file: string, { queryMs }: { queryMs: number }): Database {
  const pool = { places: 1, maxWaiting: MAX_WAITING, share: MAX_WAITING, idleMs: 60_000, heapMb: 256 }
  const read: Read = createWorkerPool('db/slow-reads-worker', { ...pool, jobMs: queryMs, waitMs: queryMs })
  return new Kysely<Schema>({ dialect: new SlowReadsDialect(file, read) })
}

type Read = WorkerPool<SlowRead, Record<string, unknown>[]>

class SlowReadsDialect extends TransactionalSqliteDialect {
  readonly #file: string
  readonly #read: Read

  constructor(file: string, read: Read) {
    super({ database: () => Promise.reject(new Error('The database is opened in a worker thread')) })
    this.#file = file
    this.#read = read
  }

  override createAdapter(): SqliteAdapter {
    return new SharedAdapter()
  }

  override createDriver(): Driver {
    const [file, read] = [this.#file, this.#read]
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const rows = await read({ file, sql, parameters }, 'all')
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the columns of its statement
        return { rows: rows as R[] }
      },
      streamQuery() {
        throw new Error('Queries are not streamed')
      },
    }
    const reject = () => Promise.reject(new Error('A slow read is no transaction'))
    return {
      init: () => Promise.resolve(),
      destroy: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(connection),
      releaseConnection: () => Promise.resolve(),
      beginTransaction: reject,
      commitTransaction: reject,
      rollbackTransaction: reject,
    }
  }
}

class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}
