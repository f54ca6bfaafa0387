import { expect, test } from 'vitest'
import { readFlag, readPage, readSort, readText } from './search.ts'

// The router's parser also yields numbers, booleans and objects.
const ODD = [undefined, null, true, {}, [], ['a'], Number.NaN]

test('readPage reads whole numbers from 1 to a million, and returns 1 for other values', () => {
  for (const page of [7, '7', 1_000_000]) expect(readPage({ page })).toBe(Number(page))
  const others = [1_000_001, 0, -1, 1.5, '7 OR 1=1', Number.POSITIVE_INFINITY, ...ODD]
  expect(others.map((page) => readPage({ page }))).toEqual(others.map(() => 1))
})

test.each<[unknown, string]>([
  ['van den Berg', 'van den Berg'],
  ['  Smit ', 'Smit'],
  [123, '123'],
  [1e5, '100000'],
  ['   ', ''],
  [`  ${'x'.repeat(100)}`, 'x'.repeat(100)],
  ['x'.repeat(101), 'x'.repeat(100)],
  ...ODD.filter((odd) => typeof odd !== 'number').map((odd): [unknown, string] => [odd, '']),
])('readText of %j is %j', (value, expected) => {
  expect(readText(value)).toBe(expected)
})

test('readText cuts a text to the given length', () => expect(readText('abcdef', 3)).toBe('abc'))

test('readFlag reads booleans and their names', () => {
  const values = [true, 'true', false, 'false', 'TRUE', 1, undefined, [true]]
  const others = [undefined, undefined, undefined, undefined]
  expect(values.map(readFlag)).toEqual([true, true, false, false, ...others])
})

test('readSort reads ascending and descending, and defaults to descending', () => {
  const of = (sort: unknown) => readSort({ sort })
  expect(of('date,asc')).toBe('date,asc')
  for (const sort of ['date,desc', 'name,asc', undefined, ['date,asc']]) expect(of(sort)).toBe('date,desc')
})
