import { expect, test } from 'vitest'
import { groupBy } from './values.ts'

test('groupBy preserves the order of groups and elements', () => {
  const words = ['wit', 'bruin', 'zwart', 'rood', 'grijs', 'wit']
  expect([...groupBy(words, ({ length }) => length)]).toEqual([
    [3, ['wit', 'wit']],
    [5, ['bruin', 'zwart', 'grijs']],
    [4, ['rood']],
  ])
})

test('groupBy has a group for undefined keys', () => {
  expect(groupBy<string | undefined, number>([1, 2], (number) => (number === 1 ? undefined : 'two'))).toEqual(
    new Map([
      [undefined, [1]],
      ['two', [2]],
    ]),
  )
})
