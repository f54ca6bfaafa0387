import { expect, test } from 'vitest'
import { CancelledError } from './call-error.ts'
import { createSemaphore } from './semaphore.ts'

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

test('a paused semaphore starts no tasks until it resumes, then prioritised tasks first', async () => {
  const semaphore = createSemaphore(1)
  const first = Promise.withResolvers<void>()
  const started: string[] = []
  const run = (name: string, options?: { first: boolean }) =>
    semaphore.run(async () => {
      started.push(name)
      await (name === 'one' ? first.promise : undefined)
    }, options)
  const ends = [run('one'), run('two'), run('three', { first: true })]
  semaphore.pause()
  first.resolve()
  await ends[0]
  await nextTurn()
  expect(started).toEqual(['one'])
  semaphore.resume()
  await Promise.all(ends)
  expect(started).toEqual(['one', 'three', 'two'])
})

test('a stopped semaphore lets running tasks finish, and cancels the others', async () => {
  const semaphore = createSemaphore(1)
  const first = Promise.withResolvers<string>()
  const running = semaphore.run(() => first.promise)
  const waiting = semaphore.run(async () => 'waited')
  semaphore.stop()
  const late = semaphore.run(async () => 'late')
  first.resolve('done')
  const outcomes = await Promise.allSettled([running, waiting, late])
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))).toEqual([
    'done',
    expect.any(CancelledError),
    expect.any(CancelledError),
  ])
})
