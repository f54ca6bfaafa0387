import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'
import { BoundedMap } from '#server/http/rate-limit.ts'
import { WaitingSqliteDialect } from './waiting-dialect.ts'

// Size of the LRU cache of prepared statements: preparing one costs more than most queries.
const MAX_STATEMENTS = 200
const NOTHING = { changes: 0, lastInsertRowid: 0 }

function adapt(file: DatabaseSync): SqliteDatabase {
  const statements = new BoundedMap<string, SqliteStatement>(MAX_STATEMENTS)

  const prepare = (sql: string): SqliteStatement => {
    // A deferred transaction can fail with SQLITE_BUSY when a read upgrades to a write.
    const statement = file.prepare(sql === 'begin' ? 'begin immediate' : sql)
    const names = statement.columns().map(({ name }) => name)
    // Arrays, because the null-prototype objects of node:sqlite are slow; `named` builds the objects.
    statement.setReturnArrays(true)
    return {
      reader: names.length > 0,
      all: (parameters) => {
        return statement.all(...inputsOf(parameters)).map((row) => named(names, row))
      },
      run: (parameters) =>
        // SQLite itself rolls back when the disk is full. A failing `rollback` would hide that error.
        sql === 'rollback' && !file.isTransaction ? NOTHING : statement.run(...inputsOf(parameters)),
      // Not cached: a statement must not be run again while it is being iterated.
      iterate: (parameters) => file.prepare(sql).iterate(...inputsOf(parameters)),
    }
  }

  return {
    close: () => file.close(),
    prepare: (sql) => {
      const statement = statements.get(sql) ?? prepare(sql)
      statements.set(sql, statement)
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

/** How long a write waits for a write of another process. */
const LOCK_MS = 5000

export function openSqlite(file: string, { lockMs = LOCK_MS } = {}): Database {
  // Zero, because calls are synchronous: SQLite's own waiting would block the event loop.
  return kyselyOfSqlite(new DatabaseSync(file, { timeout: 0 }), { lockMs })
}

export function kyselyOfSqlite(database: DatabaseSync, { lockMs = LOCK_MS } = {}): Database {
  // `secure_delete` overwrites deleted content in the file.
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32000; pragma foreign_keys = on;
      pragma secure_delete = on`,
  )
  return new Kysely<Schema>({ dialect: new WaitingSqliteDialect({ database: adapt(database) }, { lockMs }) })
}
