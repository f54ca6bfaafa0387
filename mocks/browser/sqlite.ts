import sqlite3Init, {
  type Database as WasmDatabase,
  type PreparedStatement,
  type SqlValue,
} from '@sqlite.org/sqlite-wasm'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'
import { TransactionalSqliteDialect } from '#server/db/sqlite-dialect.ts'

export interface BrowserDatabase {
  db: Database
  bytes(): Uint8Array<ArrayBuffer>
  load(bytes: Uint8Array): void
  /** Number of rows written since the database was opened. */
  changes(): number
}

/** Opens an empty SQLite database in memory. */
export async function openBrowserSqlite(): Promise<BrowserDatabase> {
  const sqlite3 = await sqlite3Init()
  const { capi, wasm } = sqlite3
  const file = new sqlite3.oo1.DB(':memory:')
  file.exec('pragma foreign_keys = on')
  return {
    db: new Kysely<Schema>({ dialect: new TransactionalSqliteDialect({ database: adapt(file) }) }),
    bytes: () => capi.sqlite3_js_db_export(file),
    load(bytes) {
      const memory = wasm.allocFromTypedArray(bytes)
      const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
      file.checkRc(capi.sqlite3_deserialize(file, 'main', memory, bytes.length, bytes.length, flags))
    },
    changes: () => file.changes(true),
  }
}

/** Adapts the WebAssembly API of SQLite to the interface that Kysely's dialect expects. */
function adapt(file: WasmDatabase): SqliteDatabase {
  function* rows(statement: PreparedStatement, parameters: readonly unknown[]): IterableIterator<unknown> {
    try {
      if (parameters.length > 0) statement.bind(parameters as SqlValue[])
      while (statement.step()) yield statement.get({})
    } finally {
      statement.finalize()
    }
  }
  return {
    close: () => file.close(),
    prepare(sql): SqliteStatement {
      const statement = file.prepare(sql)
      return {
        reader: statement.columnCount > 0,
        all: (parameters) => [...rows(statement, parameters)],
        iterate: (parameters) => rows(statement, parameters),
        run(parameters) {
          for (const _ of rows(statement, parameters));
          return { changes: file.changes(), lastInsertRowid: 0 }
        },
      }
    },
  }
}
