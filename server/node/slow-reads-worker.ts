import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SlowRead } from './slow-reads.ts'
import { answerTasks } from './worker-pool.ts'

let opened: { file: string; database: DatabaseSync } | undefined

function databaseOf(file: string): DatabaseSync {
  if (opened?.file !== file) opened = { file, database: new DatabaseSync(file, { readOnly: true, timeout: 5000 }) }
  return opened.database
}

answerTasks<SlowRead, Record<string, unknown>[]>(async ({ file, sql, parameters }) => {
  const statement = databaseOf(file).prepare(sql)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- node:sqlite throws on a value that it cannot bind
  const rows = statement.all(...(parameters as SQLInputValue[]))
  // Rows of node:sqlite have no prototype, which a message between threads restores.
  return { result: rows }
})
