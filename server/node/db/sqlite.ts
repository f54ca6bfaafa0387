import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'
import { BoundedMap } from '#server/http/rate-limit.ts'
import { WaitingSqliteDialect } from './waiting-dialect.ts'

// An LRU cache of prepared statements: preparing costs more than most queries do.
const STATEMENTS_KEPT = 200
const NOTHING = { changes: 0, lastInsertRowid: 0 }

/** Adapter of `node:sqlite` for Kysely. */
function adapt(file: DatabaseSync): SqliteDatabase {
  const kept = new BoundedMap<string, SqliteStatement>(STATEMENTS_KEPT)

  const prepare = (sql: string): SqliteStatement => {
    // Immediate: a deferred transaction can fail with SQLITE_BUSY when a read upgrades to a write.
    const statement = file.prepare(sql === 'begin' ? 'begin immediate' : sql)
    const names = statement.columns().map(({ name }) => name)
    // Rows as arrays, made into objects here: node:sqlite's own null-prototype objects are slow.
    statement.setReturnArrays(true)
    return {
      reader: names.length > 0,
      all: (parameters) => {
        return statement.all(...inputsOf(parameters)).map((row) => named(names, row))
      },
      run: (parameters) =>
        // SQLite rolls back by itself on a full disk; a failing `rollback` would hide the error that says so.
        sql === 'rollback' && !file.isTransaction ? NOTHING : statement.run(...inputsOf(parameters)),
      // Not cached: a statement must not be run again while it is being iterated.
      iterate: (parameters) => file.prepare(sql).iterate(...inputsOf(parameters)),
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

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- node:sqlite throws on a value that it cannot bind
const inputsOf = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

function named(names: string[], values: Readonly<Record<number, unknown>>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) row[name] = values[index]
  return row
}

/** How long a write waits for another process's. */
const LOCK_MS = 5000

/** Opens the embedded database. */
export function openSqlite(file: string, { lockMs = LOCK_MS } = {}): Database {
  // Calls are synchronous: SQLite's own waiting would block the event loop.
  return overSqlite(new DatabaseSync(file, { timeout: 0 }), { lockMs })
}

/** Wraps an open database. */
export function overSqlite(database: DatabaseSync, { lockMs = LOCK_MS } = {}): Database {
  // Secure: what is deleted is overwritten in the file.
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32000; pragma foreign_keys = on;
      pragma secure_delete = on`,
  )
  return new Kysely<Schema>({ dialect: new WaitingSqliteDialect({ database: adapt(database) }, { lockMs }) })
}
