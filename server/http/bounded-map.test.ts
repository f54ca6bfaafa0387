import { expect, test } from 'vitest'
import { BoundedMap } from './rate-limit.ts'

test('BoundedMap evicts the least recently set entry', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
