import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'
import { BoundedMap } from '#server/http/bounded-map.ts'
import { TransactionalSqliteDialect } from '#server/db/sqlite-dialect.ts'

// Preparing costs more than most of the queries themselves.
const STATEMENTS_KEPT = 200
const NOTHING = { changes: 0, lastInsertRowid: 0 }

/** `node:sqlite` as Kysely wants it. */
function adapt(file: DatabaseSync): SqliteDatabase {
  const kept = new BoundedMap<string, SqliteStatement>(STATEMENTS_KEPT)

  const prepare = (sql: string): SqliteStatement => {
    // A transaction that begins by reading and then writes could fail half-way on another process's write; this one waits first.
    const statement = file.prepare(sql === 'begin' ? 'begin immediate' : sql)
    const names = statement.columns().map(({ name }) => name)
    // Rows as lists, made into objects here: node:sqlite's own objects are slow to make and slow to read.
    statement.setReturnArrays(true)
    return {
      reader: names.length > 0,
      all: (parameters) => {
        const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
        return rows.map((row) => named(names, row))
      },
      run: (parameters) =>
        // On a full disk the transaction is gone by itself; the failure that then follows would hide the one that tells why.
        sql === 'rollback' && !file.isTransaction ? NOTHING : statement.run(...(parameters as SQLInputValue[])),
      // A statement that is still being walked must not be used again, so this one is not the kept one.
      iterate: (parameters) => file.prepare(sql).iterate(...(parameters as SQLInputValue[])),
    }
  }

  return {
    close: () => file.close(),
    prepare: (sql) => {
      const statement = kept.get(sql) ?? prepare(sql)
      kept.set(sql, statement)
      return statement
    },
  }
}

function named(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index]
  return row
}

/** Calls are synchronous, so waiting for another process's lock stops everything: it is short. */
const BUSY_TIMEOUT_MS = 50

/** Opens the embedded database. */
export function openSqlite(file: string, { busyTimeoutMs = BUSY_TIMEOUT_MS } = {}): Database {
  return overSqlite(new DatabaseSync(file, { timeout: busyTimeoutMs }))
}

/** The queries over a database that is open. */
export function overSqlite(database: DatabaseSync): Database {
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32000; pragma foreign_keys = on',
  )
  return new Kysely<Schema>({ dialect: new TransactionalSqliteDialect({ database: adapt(database) }) })
}
