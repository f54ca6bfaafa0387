import { expect, test, vi } from 'vitest'
import { watchFreeSpace } from './free-space.ts'
import type { Storage } from './storage.ts'

const LOCAL = { dataDir: '/data', databaseUrl: undefined, storage: undefined }
const POSTGRES = 'postgres://x@y/z'
const BUCKET = {} as Storage
const little = async () => 99

test.each([
  [LOCAL, true, true],
  [{ ...LOCAL, storage: BUCKET }, true, true],
  [{ ...LOCAL, databaseUrl: POSTGRES }, false, true],
  [{ ...LOCAL, databaseUrl: POSTGRES, storage: BUCKET }, false, false],
])('watchFreeSpace checks only data on the local disk (%j)', async (settings, database, files) => {
  const isFull = watchFreeSpace(settings, { least: 100, free: little })
  expect([await isFull('database'), await isFull('files')]).toEqual([database, files])
})

test('watchFreeSpace accepts free space equal to the limit', async () => {
  expect(await watchFreeSpace(LOCAL, { least: 99, free: little })('database')).toBe(false)
  expect(await watchFreeSpace(LOCAL, { least: 0, free: async () => 0 })('database')).toBe(false)
})

test('watchFreeSpace checks the disk at most once per second', async () => {
  let time = 0
  const free = vi.fn<() => Promise<number>>().mockResolvedValueOnce(99).mockResolvedValueOnce(100)
  const isFull = watchFreeSpace(LOCAL, { least: 100, free, now: () => time })
  const many = () => Promise.all([isFull('database'), isFull('files'), isFull('database')])
  expect(await many()).toEqual([true, true, true])
  time = 999
  expect(await many()).toEqual([true, true, true])
  expect(free).toHaveBeenCalledTimes(1)
  time = 1000
  expect(await many()).toEqual([false, false, false])
  expect(free).toHaveBeenCalledTimes(2)
})

test('watchFreeSpace handles a real disk and a missing folder', async () => {
  const least = 999_999_999_999
  const here = { ...LOCAL, dataDir: import.meta.dirname }
  expect(await watchFreeSpace(here, { least: Number.MAX_VALUE })('database')).toBe(true)
  expect(await watchFreeSpace(here, { least: 1 })('database')).toBe(false)
  expect(await watchFreeSpace({ ...LOCAL, dataDir: '/no/such/folder' }, { least })('database')).toBe(false)
})
