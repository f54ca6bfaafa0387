import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import { preparedName } from '#server/db/prepared.ts'
import type { Database, Schema } from '#server/db/schema.ts'

export interface PostgresOptions {
  /** `statement_timeout`. */
  queryMs?: number
  /** `lock_timeout`. */
  lockMs?: number
  connections?: number
  /** Receives a function that returns the state of the pool, once the pool exists. */
  pooled?: ((state: () => PoolState) => void) | undefined
}

export interface PoolState {
  busy: number
  idle: number
  waiting: number
}

/** Margin of the socket timeout over `statement_timeout`: a connection that exceeds both is dead. */
const LATE_MS = 1000

/** Opens a connection pool lazily: the first query connects. */
export function openPostgres(
  url: string,
  { queryMs = 10_000, lockMs = 1000, connections = 10, pooled }: PostgresOptions = {},
): Database {
  // Lazy import: most installations run on SQLite.
  const openPool = async () => {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 3000,
      statement_timeout: queryMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      types: {
        getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
      },
    })
    // Without a listener an error on an idle connection would crash the process; the next query reconnects.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      // A connection in use needs a listener too; its next query fails and reports the error.
      client.on('error', () => {})
      const { stream } = client.connection
      if (stream instanceof Socket) stream.setTimeout(queryMs + LATE_MS, () => stream.destroy())
      nameStatements(client)
    })
    pooled?.(() => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }))
    return pool
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool }) })
}

/**
 * Names the prepared statements. Kysely leaves them unnamed, so PostgreSQL would parse and plan each call, which takes
 * longer than running it.
 */
function nameStatements(client: PoolClient): void {
  const query = client.query.bind(client)
  const named = (text: string, values: unknown[]) => {
    const name = preparedName(text)
    return name === undefined ? query(text, values) : query({ name, text, values })
  }
  Object.assign(client, { query: named })
}
