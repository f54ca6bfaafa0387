import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { expect, test } from 'vitest'
import { byYear } from './visit-list.tsx'

const groupDates = (...dates: (string | undefined)[]) =>
  byYear(dates.map((date, index) => ({ uuid: String(index), date }) as VisitForm)).map(
    ({ year, visits }) => `${year}: ${visits.map(({ uuid }) => uuid).join(' ')}`,
  )

test('byYear returns each year once, in the order of the visits', () => {
  expect(groupDates('2026-11-12', '2026-01-01', '2025-12-31', '2023-05-05')).toEqual([
    '2026: 0 1',
    '2025: 2',
    '2023: 3',
  ])
  expect(groupDates('2023-05-05', '2025-12-31')).toEqual(['2023: 0', '2025: 1'])
  expect(groupDates()).toEqual([])
})

test('byYear groups visit forms without a date', () => {
  expect(groupDates('2026-11-12', undefined, '', 'gisteren', '2026-01-01')).toEqual(['2026: 0 4', 'undefined: 1 2 3'])
})
