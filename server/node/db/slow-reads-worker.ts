import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { BoundedMap } from '#server/http/rate-limit.ts'
import type { SlowRead } from './slow-reads.ts'
import { handleTasks } from '#server/node/worker-pool.ts'

interface Opened {
  file: string
  database: DatabaseSync
  statements: BoundedMap<string, StatementSync>
}

const MAX_STATEMENTS = 50
let opened: Opened | undefined

function prepare(file: string, sql: string): StatementSync {
  if (opened?.file !== file) {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    opened = { file, database, statements: new BoundedMap(MAX_STATEMENTS) }
  }
  const { database, statements } = opened
  const statement = statements.get(sql) ?? database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

handleTasks(async ({ file, sql, parameters }: SlowRead) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- node:sqlite throws on a value that it cannot bind
  const result = prepare(file, sql).all(...(parameters as SQLInputValue[]))
  return { result }
})
