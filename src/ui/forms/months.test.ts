import { expect, test } from 'vitest'
import { clampMonth, isFutureMonth, monthIn, withYear, yearList } from './months.ts'

test.each([
  ['2026-12', '2026-11'],
  ['2027-01', '2026-11'],
  ['2026-10', '2026-10'],
])('clampMonth(%s) in November 2026 is %s', (month, clamped) => {
  expect(clampMonth(month, '2026-11')).toBe(clamped)
})

const future = (year: number) =>
  Array.from({ length: 12 }, (_, index) => index + 1).filter((number) =>
    isFutureMonth(monthIn(year, number), '2026-10'),
  )

test('isFutureMonth is true for the months after this one', () => {
  expect(future(2026)).toEqual([11, 12])
  expect(future(2027)).toHaveLength(12)
  expect(future(2025)).toEqual([])
})

test('withYear keeps the month unless it is in the future', () => {
  expect(withYear('2026-03', 2025, '2026-11')).toBe('2025-03')
  expect(withYear('2025-12', 2026, '2026-11')).toBe('2026-11')
  expect(withYear('2025-11', 2026, '2026-11')).toBe('2026-11')
  expect(withYear('2025-01', 2027, '2026-11')).toBe('2026-11')
})

test('yearList returns a year and the years before it', () => {
  expect(yearList(2026, 3)).toEqual([2026, 2025, 2024, 2023])
  expect(yearList(2026, 0)).toEqual([2026])
})
