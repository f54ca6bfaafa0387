import { expect, test } from 'vitest'
import { CancelledError } from './call-error.ts'
import { createSemaphore } from './semaphore.ts'

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

test('a semaphore limits concurrent tasks, and a failed task releases its slot', async () => {
  const semaphore = createSemaphore(3)
  const tasks = Array.from({ length: 8 }, () => Promise.withResolvers<number>())
  let running = 0
  let most = 0
  const ends = tasks.map(({ promise }, index) =>
    semaphore.run(async () => {
      most = Math.max(most, (running += 1))
      try {
        return (await promise) + index
      } finally {
        running -= 1
      }
    }),
  )
  await Promise.resolve()
  expect(running).toBe(3)
  for (const [index, task] of tasks.entries()) {
    if (index === 2) task.reject(new Error('failed'))
    else task.resolve(100)
    await ends[index]!.catch(() => {})
  }
  const outcomes = await Promise.allSettled(ends)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(tasks.map((_, index) => index !== 2))
  expect([most, running]).toEqual([3, 0])
})

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
