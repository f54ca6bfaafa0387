import type { ProblemCode } from '#contract/problem.ts'

type DatabaseProblem = Extract<ProblemCode, 'bad-request' | 'conflict' | 'storage-full' | 'unavailable'>

const SQLITE: Readonly<Record<number, DatabaseProblem>> = {
  5: 'unavailable', // busy: another process writes
  6: 'unavailable', // locked
  8: 'unavailable', // read-only
  10: 'unavailable', // input or output
  13: 'storage-full',
  14: 'unavailable', // cannot open
  18: 'bad-request', // too big
}
const SQLITE_CONFLICTS = new Set([787, 1555, 2067]) // foreign key, primary key, unique

const SQLSTATES: [pattern: RegExp, code: DatabaseProblem][] = [
  [/^22/, 'bad-request'],
  [/^23503|^23505/, 'conflict'],
  [/^28|^3D000/, 'unavailable'], // the password was changed or the database was renamed
  [/^40001|^40P01/, 'unavailable'],
  [/^08|^57P0|^57014/, 'unavailable'],
  [/^55P03/, 'unavailable'], // the wait for a lock timed out
  [/^53100/, 'storage-full'],
  [/^53/, 'unavailable'],
  [/^25P03/, 'unavailable'], // idle in a transaction for too long
  [/^25006/, 'unavailable'], // a replica or a read-only server
]

const NO_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])
const NO_CONNECTION_TEXT = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered)/

const field = (error: object, name: string): unknown => Reflect.get(error, name)

/** Maps a database error to a problem code; undefined for a bug in this server. */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  // `errcode` of node:sqlite, `resultCode` of sqlite-wasm.
  const result = field(error, 'errcode') ?? field(error, 'resultCode')
  if (typeof result === 'number') return SQLITE_CONFLICTS.has(result) ? 'conflict' : SQLITE[result & 0xff]
  const code = field(error, 'code')
  if (typeof code === 'string') {
    if (NO_CONNECTION.has(code) && field(error, 'path') === undefined) return 'unavailable'
    return SQLSTATES.find(([pattern]) => pattern.test(code))?.[1]
  }
  return NO_CONNECTION_TEXT.test(error.message) ? 'unavailable' : undefined
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && field(error, 'code') === '55P03'
}

/** Whether the error is a serialization failure or a deadlock, which a retry may resolve. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes(String(field(error, 'code')))
}
