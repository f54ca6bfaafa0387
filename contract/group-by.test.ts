import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('groups stand in the order of their first, and so do those in each', () => {
  const words = ['wit', 'bruin', 'zwart', 'rood', 'grijs', 'wit']
  expect([...groupBy(words, ({ length }) => length)]).toEqual([
    [3, ['wit', 'wit']],
    [5, ['bruin', 'zwart', 'grijs']],
    [4, ['rood']],
  ])
})

test('what has no key is a group as well', () => {
  expect(groupBy<string | undefined, number>([1, 2], (number) => (number === 1 ? undefined : 'two'))).toEqual(
    new Map([
      [undefined, [1]],
      ['two', [2]],
    ]),
  )
})
