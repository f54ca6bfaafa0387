import { expect, test } from 'vitest'
import { PICTURES, letters, pngOf, pngWith } from '../../../tests/server/pictures.ts'
import { createImages } from './images.ts'

/** Limits without a deadline. */
const NO_DEADLINE = { jobMs: 2 ** 31 - 1, waitMs: Infinity }

function open(limits: Parameters<typeof createImages>[1] = {}) {
  const logged: string[] = []
  const images = createImages((_, event) => void logged.push(event), { ...NO_DEADLINE, ...limits })
  return { images, logged }
}

test('createImages sanitises images in a worker', async () => {
  const { images, logged } = open()
  expect(await images('png', pngWith('tEXt', 'Comment\0Dorpsstraat 1'), 'a')).toEqual(PICTURES.png)
  expect(await images('jpg', letters('<svg/>'), 'a')).toBeUndefined()
  expect(logged).toEqual([])
})

test('createImages rejects images beyond two in progress and sixteen waiting', async () => {
  const { images } = open()
  const outcomes = (count: number, callerOf: (index: number) => string) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => images('png', PICTURES.png, callerOf(index))))
  const rejected = (all: PromiseSettledResult<unknown>[]) => all.filter(({ status }) => status === 'rejected')
  const outcomesOf20 = outcomes(20, String)
  expect(images.state()).toEqual({ running: 2, waiting: 16, places: 2 })
  expect(rejected(await outcomesOf20)).toMatchObject([
    { reason: { code: 'overloaded' } },
    { reason: { code: 'overloaded' } },
  ])
  // Each account may have two running and four waiting tasks.
  expect(rejected(await outcomes(7, () => 'a'))).toHaveLength(1)
  expect(rejected(await outcomes(6, () => 'a'))).toHaveLength(0)
})

test('createImages rejects an image that takes too long, then accepts the next', async () => {
  const { images, logged } = open({ jobMs: 1, places: 1 })
  expect(await images('png', pngOf({ width: 4000, height: 4000 }), 'a')).toBeUndefined()
  expect(logged).toEqual(['image-failed'])
  const { images: patient } = open({ places: 1 })
  expect(await patient('png', pngOf({ width: 4000, height: 4000 }), 'a')).toBeDefined()
})
