import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Semaphore, createSemaphore } from './semaphore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a call and returns its state. */
function acquire(semaphore: Semaphore) {
  const call = { at: 'waiting', leave: () => {}, fail: () => {} }
  const work = () =>
    new Promise<void>((resolve, reject) => {
      Object.assign(call, { at: 'in', leave: resolve, fail: () => reject(new Error('failed')) })
    })
  semaphore(work).then(
    () => (call.at = 'left'),
    (error: Error & { code?: string }) => (call.at = error.code ?? error.message),
  )
  return call
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('createSemaphore grants permits in order of arrival', async () => {
  const semaphore = createSemaphore(2)
  const calls = [1, 2, 3, 4].map(() => acquire(semaphore))
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', 'waiting', 'waiting'])
  calls[0]!.leave()
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['left', 'in', 'in', 'waiting'])
  calls[1]!.fail()
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['left', 'failed', 'in', 'in'])
})

test('createSemaphore grants no permit to a call that has timed out', async () => {
  const semaphore = createSemaphore(1, { waitMs: 100 })
  const [first, second] = [acquire(semaphore), acquire(semaphore)]
  await vi.advanceTimersByTimeAsync(99)
  expect(second.at).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(second.at).toBe('overloaded')
  first.leave()
  await settle()
  const third = acquire(semaphore)
  await settle()
  expect(third.at).toBe('in')
})

test('createSemaphore rejects a call when ten already wait per permit', async () => {
  const semaphore = createSemaphore(2)
  const calls = Array.from({ length: 23 }, () => acquire(semaphore))
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', ...Array<string>(20).fill('waiting'), 'overloaded'])
})
