import { expect, test, vi } from 'vitest'
import { databaseProblem } from './problem.ts'
import { inTransaction } from './transaction.ts'
import { openSqlite } from '#server/node/sqlite.ts'

const failure = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

test.each([
  ['22P02', 'bad-request'],
  ['22021', 'bad-request'],
  ['23505', 'conflict'],
  ['23503', 'conflict'],
  ['23514', undefined],
  ['28P01', 'unavailable'],
  ['40001', 'unavailable'],
  ['40P01', 'unavailable'],
  ['08006', 'unavailable'],
  ['57014', 'unavailable'],
  ['25P02', undefined],
  ['55P03', 'unavailable'],
  ['55000', undefined],
  ['53100', 'storage-full'],
  ['ECONNREFUSED', 'unavailable'],
  ['ERR_INVALID_ARG_TYPE', undefined],
])('databaseProblem of PostgreSQL code %s is %s', (code, expected) => {
  expect(databaseProblem(failure({ code }))).toBe(expected)
})

test.each([
  [5, 'unavailable'],
  [261, 'unavailable'],
  [13, 'storage-full'],
  [778, 'unavailable'],
  [2067, 'conflict'],
  [787, 'conflict'],
  [275, undefined],
])('databaseProblem of SQLite code %i is %s', (errcode, expected) => {
  expect(databaseProblem(failure({ code: 'ERR_SQLITE_ERROR', errcode }))).toBe(expected)
})

test('databaseProblem recognises a lost connection by its message', () => {
  expect(databaseProblem(failure({}, 'Connection terminated unexpectedly'))).toBe('unavailable')
  expect(databaseProblem(failure({}, 'timeout exceeded when trying to connect'))).toBe('unavailable')
  expect(databaseProblem(failure({}, 'anything else'))).toBeUndefined()
  expect(databaseProblem('x')).toBeUndefined()
})

test.each([
  ['40001', 2],
  ['40P01', 2],
  ['23505', 1],
])('inTransaction runs a transaction that fails with %s %i times', async (code, times) => {
  const db = openSqlite(':memory:')
  let runs = 0
  const work = () => {
    runs += 1
    return Promise.reject(failure({ code }))
  }
  await expect(inTransaction(db, work)).rejects.toMatchObject({ code })
  expect(runs).toBe(times)
  await db.destroy()
})

test('inTransaction retries a lock timeout for five seconds', async () => {
  const db = openSqlite(':memory:')
  const clock = vi.spyOn(performance, 'now')
  let runs = 0
  const work = () => {
    runs += 1
    clock.mockReturnValue(runs * 2000)
    return Promise.reject(failure({ code: '55P03' }))
  }
  clock.mockReturnValue(0)
  await expect(inTransaction(db, work)).rejects.toMatchObject({ code: '55P03' })
  expect(runs).toBe(3)
  await expect(inTransaction(db, () => (runs++ < 5 ? work() : Promise.resolve('done')))).resolves.toBe('done')
  clock.mockRestore()
  await db.destroy()
})
