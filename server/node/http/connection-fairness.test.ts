import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConnectionFairness } from './listen.ts'

test('createConnectionFairness accepts a limited number of connections per event-loop turn, in order', async () => {
  const turn = createConnectionFairness(2)
  const started: number[] = []
  const addCalls = (...calls: number[]) => calls.forEach((call) => void turn().then(() => started.push(call)))
  addCalls(1, 2, 3, 4, 5)
  await Promise.resolve()
  expect(started).toEqual([1, 2])
  await turnOfLoop()
  expect(started).toEqual([1, 2, 3, 4])
  addCalls(6)
  await turnOfLoop()
  expect(started).toEqual([1, 2, 3, 4, 5, 6])
})

test('createConnectionFairness accepts a connection immediately if none waits', async () => {
  const turn = createConnectionFairness(1)
  for (let call = 0; call < 3; call += 1) {
    const started = turn().then(() => true)
    expect(await Promise.race([started, turnOfLoop(false)])).toBe(true)
    await turnOfLoop()
    await turnOfLoop()
  }
})
