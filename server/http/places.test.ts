import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlaces } from './places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What becomes of a call: where it is at. */
function come(take: () => Promise<() => void>) {
  const call = { at: 'waiting', leave: () => {} }
  take().then(
    (leave) => Object.assign(call, { at: 'in', leave }),
    (error: unknown) => Object.assign(call, { at: (error as { code: string }).code }),
  )
  return call
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('who waits longest gets the next place', async () => {
  const take = createPlaces(2)
  const calls = [1, 2, 3, 4].map(() => come(take))
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', 'waiting', 'waiting'])
  calls[1]!.leave()
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', 'in', 'waiting'])
})

test('who waits too long is refused, and takes no place later', async () => {
  const take = createPlaces(1, { waitMs: 100 })
  const [first, second] = [come(take), come(take)]
  await vi.advanceTimersByTimeAsync(99)
  expect(second.at).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(second.at).toBe('overloaded')
  first.leave()
  const third = come(take)
  await settle()
  expect(third.at).toBe('in')
})

test('ten wait for each place, and the next is refused at once', async () => {
  const take = createPlaces(2)
  const calls = Array.from({ length: 23 }, () => come(take))
  await settle()
  expect(calls.map(({ at }) => at)).toEqual(['in', 'in', ...Array<string>(20).fill('waiting'), 'overloaded'])
})
