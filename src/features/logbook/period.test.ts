import { describe, expect, test } from 'vitest'
import * as periods from './period.ts'

const { periodOf, thisYear, twelveMonths, fiveYears, wholeMonth } = periods
const TODAY = '2026-11-21'

describe('periodOf', () => {
  test.each([
    [{}, '2026-01-01', '2026-11-21'],
    [{ startDate: '2025-03-01' }, '2025-03-01', '2026-11-21'],
    // Without a start, the period begins on 1 January of its last year.
    [{ endDate: '2024-06-30' }, '2024-01-01', '2024-06-30'],
    [{ startDate: '2024-02-29', endDate: '2024-02-29' }, '2024-02-29', '2024-02-29'],
    // Invalid days, and an end before the start, give the default period.
    [{ startDate: '2025-02-30', endDate: 'gisteren' }, '2026-01-01', '2026-11-21'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, '2026-01-01', '2026-11-21'],
  ])('reads %j as %s to %s', (search, startDate, endDate) => {
    expect(periodOf(search, TODAY)).toEqual({ startDate, endDate })
  })

  test.each([
    ['2026-01-01', '2026-11-21', {}],
    ['2025-03-01', '2026-11-21', { startDate: '2025-03-01' }],
    ['2024-01-01', '2024-06-30', { endDate: '2024-06-30' }],
    ['2024-02-01', '2024-02-29', { startDate: '2024-02-01', endDate: '2024-02-29' }],
  ])('reads %s to %s from %j, as written by periodSearch', (startDate, endDate, search) => {
    expect(periods.periodSearch({ startDate, endDate }, TODAY)).toEqual(search)
    expect(periodOf(search, TODAY)).toEqual({ startDate, endDate })
  })
})

test('thisYear, twelveMonths and fiveYears return periods that end today', () => {
  const all = [thisYear(TODAY), twelveMonths(TODAY), fiveYears(TODAY), twelveMonths('2024-02-29')]
  expect(all.map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
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
])('wholeMonth(%s) ends on %s', (month, endDate) => {
  const period = { startDate: `${month}-01`, endDate }
  expect(wholeMonth(month)).toEqual(period)
  expect(periods.monthOfPeriod(period)).toBe(month)
  expect(periods.monthOfPeriod({ ...period, endDate: `${month}-27` })).toBeUndefined()
  expect(periods.sameDays(period, { ...period, startDate: `${month}-02` })).toBe(false)
})
