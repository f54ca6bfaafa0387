import { describe, expect, test } from 'vitest'
import { readFlag, readPage, readSort, readText } from './search.ts'

// The parser of the router also yields numbers, booleans and objects.
const ODD = [undefined, null, true, {}, [], ['a'], Number.NaN]

describe('readPage', () => {
  test.each<[unknown, number]>([
    [7, 7],
    ['7', 7],
    [1_000_000, 1_000_000],
    [1_000_001, 1],
    [0, 1],
    [-1, 1],
    [1.5, 1],
    ['7 OR 1=1', 1],
    [Number.POSITIVE_INFINITY, 1],
    ...ODD.map((odd): [unknown, number] => [odd, 1]),
  ])('of %j is %i', (page, expected) => {
    expect(readPage({ page })).toBe(expected)
  })
})

describe('readText', () => {
  test.each<[unknown, string]>([
    ['van den Berg', 'van den Berg'],
    ['  Smit ', 'Smit'],
    [123, '123'],
    [1e5, '100000'],
    ['   ', ''],
    ...ODD.filter((odd) => typeof odd !== 'number').map((odd): [unknown, string] => [odd, '']),
  ])('of %j is %j', (value, expected) => {
    expect(readText(value)).toBe(expected)
  })

  test('trims and shortens', () => {
    expect(readText(`  ${'x'.repeat(100)}`)).toBe('x'.repeat(100))
    expect(readText('x'.repeat(101))).toBe('x'.repeat(100))
    expect(readText('abcdef', 3)).toBe('abc')
  })
})

describe('readFlag', () => {
  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['TRUE', undefined],
    [1, undefined],
    [undefined, undefined],
    [[true], undefined],
  ])('of %j is %s', (value, expected) => {
    expect(readFlag(value)).toBe(expected)
  })
})

describe('readSort', () => {
  test.each([
    ['date,asc', 'date,asc'],
    ['date,desc', 'date,desc'],
    ['name,asc', 'date,desc'],
    [undefined, 'date,desc'],
    [['date,asc'], 'date,desc'],
  ])('of %j is %s', (sort, expected) => {
    expect(readSort({ sort })).toBe(expected)
  })
})
