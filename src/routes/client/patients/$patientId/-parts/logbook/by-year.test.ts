import { expect, test } from 'vitest'
import { byYear } from './by-year.ts'

const groupDates = (...dates: (string | undefined)[]) =>
  byYear(dates.map((date, name) => ({ date, name }))).map(
    ({ year, rows }) => `${year}: ${rows.map(({ date, name }) => `${date} ${name}`).join(', ')}`,
  )

test('byYear sorts years and days newest first, and unknown dates last', () => {
  expect(groupDates('2025-12-31', undefined, '2026-01-01', '2026-05-12', '2026-01-01')).toEqual([
    '2026: 2026-05-12 3, 2026-01-01 2, 2026-01-01 4',
    '2025: 2025-12-31 0',
    ': undefined 1',
  ])
})
