import { expect, test } from 'vitest'
import { dayOf, isDue, isLate, displayDateOf } from './reminder.ts'

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-26T08:00:00+01:00', '2026-11-26'],
  ['2026-02-30', undefined],
  ['26-11-2026', undefined],
  [undefined, undefined],
  [20261126, undefined],
])('dayOf(%j) is %s', (date, day) => {
  expect(dayOf({ date })).toBe(day)
})

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  [undefined, false],
])('a reminder due on %s is late on 21 November: %s', (date, late) => {
  expect(isLate({ date }, '2026-11-21')).toBe(late)
})

test.each([
  ['2026-11-20', undefined, '2026-11-20', true, true],
  ['2026-11-21', undefined, '2026-11-21', false, true],
  ['2026-11-20', '2026-11-26T10:20:00+01:00', '2026-11-26', false, false],
  ['2026-12-20', '2026-11-26T10:20:00+01:00', '2026-11-26', false, false],
  // A past appointment without a result.
  ['2026-11-20', '2026-11-19T10:20:00+01:00', '2026-11-21', false, false],
])(
  'a reminder due on %s with an appointment on %s has the date %s, late %s, due %s',
  (date, bookedFor, day, late, due) => {
    const reminder = { date, bookedFor }
    expect([
      displayDateOf(reminder, '2026-11-21'),
      isLate(reminder, '2026-11-21'),
      isDue(reminder, '2026-11-21'),
    ]).toEqual([day, late, due])
  },
)
