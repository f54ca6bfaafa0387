import { expect, test } from 'vitest'
import { isFutureMonth, monthIn, withYear } from './months.ts'

const future = (year: number) =>
  Array.from({ length: 12 }, (_, index) => index + 1).filter((number) =>
    isFutureMonth(monthIn(year, number), '2026-10'),
  )

test('withYear keeps the month unless it is in the future', () => {
  expect(withYear('2026-03', 2025, '2026-11')).toBe('2025-03')
  expect(withYear('2025-12', 2026, '2026-11')).toBe('2026-11')
  expect(withYear('2025-11', 2026, '2026-11')).toBe('2026-11')
  expect(withYear('2025-01', 2027, '2026-11')).toBe('2026-11')
})
