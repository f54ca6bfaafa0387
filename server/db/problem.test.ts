import { expect, test, vi } from 'vitest'
import { databaseProblem } from './problem.ts'
import { inTransaction } from './transaction.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'

const failure = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

test.each([
  ['bad-request', ['22P02', '22021'], []],
  ['conflict', ['23505', '23503'], [2067, 787]],
  ['unavailable', ['28P01', '40001', '40P01', '08006', '57014', '55P03', 'ECONNREFUSED'], [5, 261, 778]],
  ['storage-full', ['53100'], [13]],
  [undefined, ['23514', '25P02', '55000', 'ERR_INVALID_ARG_TYPE'], [275]],
])('databaseProblem is %s for PostgreSQL codes %j and SQLite codes %j', (problem, codes, errcodes) => {
  for (const code of codes) expect([code, databaseProblem(failure({ code }))]).toEqual([code, problem])
  for (const errcode of errcodes) {
    const error = failure({ code: 'ERR_SQLITE_ERROR', errcode })
    expect([errcode, databaseProblem(error)]).toEqual([errcode, problem])
  }
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
])('inTransaction runs a transaction with error %s %i times', async (code, times) => {
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
