import { expect, test } from 'vitest'
import { dayOf, isLate } from './reminder.ts'

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2028-02-29', '2028-02-29'],
  ['2026-11-26T08:00:00+01:00', '2026-11-26'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['26-11-2026', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  [20261126, undefined],
])('the day of %j is %s', (date, day) => {
  expect(dayOf({ date })).toBe(day)
})

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  [undefined, false],
])('due on %s is late on 21 November: %s', (date, late) => {
  expect(isLate({ date }, '2026-11-21')).toBe(late)
})
