import { describe, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, lastDayOf, yearsBefore } from './dates.ts'

const YEAR = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10))

test('daysBetween counts calendar days', () => {
  expect(YEAR.map((day) => daysBetween('2026-01-01', day))).toEqual(YEAR.map((_, index) => index))
  expect(daysBetween('2026-12-31', '2026-01-01')).toBe(-364)
})

test.each([
  ['2026-01-31', 1, '2026-02-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2024-02-28', 1, '2024-02-29'],
  ['9999-12-31', 1, '9999-12-31'],
  ['2026-01-01', Infinity, '9999-12-31'],
])('addDays(%s, %s) is %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
})

test.each([
  ['2026-05-12', 2, '2024-05-12'],
  ['2024-02-29', 1, '2023-02-28'],
  ['2024-02-29', 4, '2020-02-29'],
])('yearsBefore(%s, %i) is %s', (day, count, expected) => {
  expect(yearsBefore(day, count)).toBe(expected)
})

describe('month functions', () => {
  test.each([
    ['2026-01', 1, '2026-02'],
    ['2026-11', 3, '2027-02'],
    ['2026-01', -1, '2025-12'],
    ['2024-02', 12, '2025-02'],
  ])('addMonths(%s, %i) is %s', (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected)
  })

  test.each([
    ['2024-02', '2024-02-29'],
    ['2026-04', '2026-04-30'],
    ['2026-12', '2026-12-31'],
  ])('lastDayOf(%s) is %s', (month, expected) => {
    expect(lastDayOf(month)).toBe(expected)
  })
})
