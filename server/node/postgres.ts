import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'

export interface PostgresOptions {
  /** After which a query is given up. */
  queryMs?: number
  /** After which waiting for what another transaction holds is given up. */
  lockMs?: number
  connections?: number
}

/** PostgreSQL itself gives up a query in time; a connection on which not even that is heard so much later is dead. */
const LATE_MS = 1000

/** Opens a pool on PostgreSQL. Nothing is connected before the first query. */
export function openPostgres(
  url: string,
  { queryMs = 10_000, lockMs = 1000, connections = 10 }: PostgresOptions = {},
): Database {
  // Loaded only where it is used: most run on the embedded database.
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
    // An idle connection that breaks is reported here, and would end the process unheard; the next query opens another.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      // The same while one is in use, between two queries; the next of them fails, and that is told.
      client.on('error', () => {})
      const { stream } = client.connection
      if (stream instanceof Socket) stream.setTimeout(queryMs + LATE_MS, () => stream.destroy())
    })
    return pool
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool }) })
}
