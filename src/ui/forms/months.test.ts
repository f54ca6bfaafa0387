import { expect, test } from 'vitest'
import { withYear } from './months.ts'

test('withYear keeps the month unless it is in the future', () => {
  expect(withYear('2026-03', 2025, '2026-11')).toBe('2025-03')
  expect(withYear('2025-12', 2026, '2026-11')).toBe('2026-11')
  expect(withYear('2025-11', 2026, '2026-11')).toBe('2026-11')
  expect(withYear('2025-01', 2027, '2026-11')).toBe('2026-11')
})
