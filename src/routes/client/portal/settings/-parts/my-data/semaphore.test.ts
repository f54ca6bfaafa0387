import { expect, test } from 'vitest'
import { atMost } from './semaphore.ts'

test('so many run at once, the others wait for their turn, and a failure gives its place away', async () => {
  const gate = atMost(3)
  const tasks = Array.from({ length: 8 }, () => Promise.withResolvers<number>())
  let running = 0
  let most = 0
  const ends = tasks.map(({ promise }, index) =>
    gate(async () => {
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

test('who comes later waits as well', async () => {
  const gate = atMost(1)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: string[] = []
  const run = (name: string, until: Promise<void>) =>
    gate(async () => {
      begun.push(name)
      await until
    })
  const one = run('one', first.promise)
  const two = run('two', second.promise)
  first.resolve()
  await one
  const three = run('three', Promise.resolve())
  await new Promise((resolve) => setTimeout(resolve))
  expect(begun).toEqual(['one', 'two'])
  second.resolve()
  await Promise.all([two, three])
  expect(begun).toEqual(['one', 'two', 'three'])
})
