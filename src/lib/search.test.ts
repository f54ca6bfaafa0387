import { describe, expect, test } from 'vitest'
import { readFlag, readPage, readSort, readText } from './search.ts'

// The router's parser makes numbers, booleans and objects of what looks like one.
const ODD = [undefined, null, true, {}, [], ['a'], Number.NaN]

describe('the page', () => {
  test.each<[unknown, number]>([
    [1, 1],
    [7, 7],
    ['7', 7],
    [1_000_000, 1_000_000],
    [1_000_001, 1],
    [0, 1],
    [-1, 1],
    [1.5, 1],
    ['1.5', 1],
    ['', 1],
    ['two', 1],
    ['7 OR 1=1', 1],
    [Number.POSITIVE_INFINITY, 1],
    [['7'], 1],
    [{ page: 7 }, 1],
    ...ODD.map((odd): [unknown, number] => [odd, 1]),
  ])('%j is page %i', (page, expected) => {
    expect(readPage({ page })).toBe(expected)
  })

  test('that is not there is the first', () => {
    expect(readPage({})).toBe(1)
  })
})

describe('a text', () => {
  test.each<[unknown, string]>([
    ['van den Berg', 'van den Berg'],
    ['  Smit ', 'Smit'],
    [123, '123'],
    [1e5, '100000'],
    [0, '0'],
    ['', ''],
    ['   ', ''],
    ...ODD.filter((odd) => typeof odd !== 'number').map((odd): [unknown, string] => [odd, '']),
  ])('%j is %j', (value, expected) => {
    expect(readText(value)).toBe(expected)
  })

  test('is cut to its length, after the blanks are gone', () => {
    expect(readText(`  ${'x'.repeat(100)}`)).toBe('x'.repeat(100))
    expect(readText('x'.repeat(101))).toBe('x'.repeat(100))
    expect(readText('abcdef', 3)).toBe('abc')
  })
})

describe('a flag', () => {
  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['TRUE', undefined],
    [1, undefined],
    [0, undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    [[true], undefined],
  ])('%j is %s', (value, expected) => {
    expect(readFlag(value)).toBe(expected)
  })
})

describe('the sort', () => {
  test.each([
    ['date,asc', 'date,asc'],
    ['date,desc', 'date,desc'],
    ['name,asc', 'date,desc'],
    ['DATE,ASC', 'date,desc'],
    ['', 'date,desc'],
    [undefined, 'date,desc'],
    [['date,asc'], 'date,desc'],
  ])('%j is %s', (sort, expected) => {
    expect(readSort({ sort })).toBe(expected)
  })
})
