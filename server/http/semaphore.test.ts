import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type InPlace, createPlaces } from './semaphore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What becomes of a call: where it is at, and how it ends. */
function come(inPlace: InPlace) {
  const call = { at: 'waiting', leave: () => {}, fail: () => {} }
  const work = () =>
    new Promise<void>((resolve, reject) => {
      Object.assign(call, { at: 'in', leave: resolve, fail: () => reject(new Error('failed')) })
    })
  inPlace(work).then(
    () => (call.at = 'left'),
    (error: Error & { code?: string }) => (call.at = error.code ?? error.message),
  )
  return call
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('who waits longest gets the next place', async () => {
  const inPlace = createPlaces(2)
  const calls = [1, 2, 3, 4].map(() => come(inPlace))
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', 'waiting', 'waiting'])
  calls[0]!.leave()
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['left', 'in', 'in', 'waiting'])
  calls[1]!.fail()
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['left', 'failed', 'in', 'in'])
})

test('who waits too long is refused, and takes no place later', async () => {
  const inPlace = createPlaces(1, { waitMs: 100 })
  const [first, second] = [come(inPlace), come(inPlace)]
  await vi.advanceTimersByTimeAsync(99)
  expect(second.at).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(second.at).toBe('overloaded')
  first.leave()
  await settle()
  const third = come(inPlace)
  await settle()
  expect(third.at).toBe('in')
})

test('ten wait for each place, and the next is refused at once', async () => {
  const inPlace = createPlaces(2)
  const calls = Array.from({ length: 23 }, () => come(inPlace))
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', ...Array<string>(20).fill('waiting'), 'overloaded'])
})
