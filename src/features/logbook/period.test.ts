import { describe, expect, test } from 'vitest'
import {
  fiveYears,
  monthOfPeriod,
  periodOf,
  periodSearch,
  sameDays,
  thisYear,
  twelveMonths,
  wholeMonth,
} from './period.ts'

const TODAY = '2026-11-21'

describe('the period of an address', () => {
  test.each([
    [{}, '2026-01-01', '2026-11-21'],
    [{ startDate: '2025-03-01' }, '2025-03-01', '2026-11-21'],
    // Without a start from 1 January of the year in which it ends.
    [{ endDate: '2024-06-30' }, '2024-01-01', '2024-06-30'],
    [{ startDate: '2024-02-29', endDate: '2024-02-29' }, '2024-02-29', '2024-02-29'],
    // What is no day, and what ends before it begins.
    [{ startDate: '2025-02-30', endDate: 'gisteren' }, '2026-01-01', '2026-11-21'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, '2026-01-01', '2026-11-21'],
  ])('%j: %s until %s', (search, startDate, endDate) => {
    expect(periodOf(search, TODAY)).toEqual({ startDate, endDate })
  })

  test.each([
    ['2026-01-01', '2026-11-21', {}],
    ['2025-03-01', '2026-11-21', { startDate: '2025-03-01' }],
    ['2024-01-01', '2024-06-30', { endDate: '2024-06-30' }],
    ['2024-02-01', '2024-02-29', { startDate: '2024-02-01', endDate: '2024-02-29' }],
  ])('%s until %s stands in it as %j, and is read back', (startDate, endDate, search) => {
    expect(periodSearch({ startDate, endDate }, TODAY)).toEqual(search)
    expect(periodOf(search, TODAY)).toEqual({ startDate, endDate })
  })
})

test('what can be chosen at once', () => {
  const periods = [thisYear(TODAY), twelveMonths(TODAY), fiveYears(TODAY), twelveMonths('2024-02-29')]
  expect(periods.map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
    '2026-01-01 2026-11-21',
    '2025-11-21 2026-11-21',
    '2021-11-21 2026-11-21',
    '2023-02-28 2024-02-29',
  ])
})

test.each([
  ['2026-02', '2026-02-28'],
  ['2024-02', '2024-02-29'],
  ['2025-12', '2025-12-31'],
])('M-158 a month is from its first until its last day: %s until %s', (month, endDate) => {
  const period = { startDate: `${month}-01`, endDate }
  expect(wholeMonth(month)).toEqual(period)
  expect(monthOfPeriod(period)).toBe(month)
  expect(monthOfPeriod({ ...period, endDate: `${month}-27` })).toBeUndefined()
  expect(sameDays(period, { ...period, startDate: `${month}-02` })).toBe(false)
})
