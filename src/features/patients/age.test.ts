import { expect, test } from 'vitest'
import { ageOn } from './age.ts'

test.each([
  ['2019-03-14', '2026-11-21', '7 year'],
  // On the birthday itself, and the day before.
  ['2019-11-21', '2026-11-21', '7 year'],
  ['2019-11-22', '2026-11-21', '6 year'],
  // Under two years in months.
  ['2024-11-21', '2026-11-21', '2 year'],
  ['2024-11-22', '2026-11-21', '23 month'],
  // Under twelve weeks in weeks.
  ['2026-08-29', '2026-11-21', '2 month'],
  ['2026-08-30', '2026-11-21', '11 week'],
  ['2026-11-14', '2026-11-21', '1 week'],
  ['2026-11-21', '2026-11-21', '0 week'],
  // The clocks change.
  ['2026-03-22', '2026-03-29', '1 week'],
  // Born on 29 February.
  ['2020-02-29', '2023-02-28', '2 year'],
  ['2020-02-29', '2023-03-01', '3 year'],
  ['2020-02-29', '2024-02-29', '4 year'],
  ['2026-01-31', '2026-06-30', '4 month'],
])('ageOn for %s on %s is %s', (birthDate, day, told) => {
  const age = ageOn(birthDate, day)
  expect(`${age?.count} ${age?.id.replace('client.patients.age.', '')}`).toBe(told)
})

test.each([['2026-11-22'], ['2099-01-01'], ['niet bekend']])('ageOn for %s is null', (birthDate) => {
  expect(ageOn(birthDate, '2026-11-21')).toBeNull()
})
