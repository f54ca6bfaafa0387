import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { expect, test } from 'vitest'
import { byYear } from './visit-list.tsx'

const groupDates = (...dates: (string | undefined)[]) =>
  byYear(dates.map((date, index) => ({ uuid: String(index), date }) as VisitForm)).map(
    ({ year, visits }) => `${year}: ${visits.map(({ uuid }) => uuid).join(' ')}`,
  )

test('byYear groups visit forms without a date', () => {
  expect(groupDates('2026-11-12', undefined, '', 'gisteren', '2026-01-01')).toEqual(['2026: 0 4', 'undefined: 1 2 3'])
})
