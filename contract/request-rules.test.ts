import { expect, test } from 'vitest'
import { unseenBefore, openParts } from './request-rules.ts'

test.each([
  // In summer, local time is two hours ahead of UTC.
  ['Tuesday at ten goes back one day', '2026-06-16T08:00:00.000Z', 1, '2026-06-15T08:00:00.000Z'],
  ['Monday goes back to Friday at the same time', '2026-06-15T08:00:00.000Z', 1, '2026-06-12T08:00:00.000Z'],
  ['Tuesday, by three working days, skips the weekend', '2026-06-16T08:00:00.000Z', 3, '2026-06-11T08:00:00.000Z'],
  ['Saturday counts as the end of Friday', '2026-06-13T08:00:00.000Z', 1, '2026-06-11T22:00:00.000Z'],
  ['Sunday counts as the end of Friday', '2026-06-14T21:59:59.999Z', 1, '2026-06-11T22:00:00.000Z'],
  ['Monday at midnight goes back to Friday at midnight', '2026-06-14T22:00:00.000Z', 1, '2026-06-11T22:00:00.000Z'],
  ['Tuesday at midnight goes back to Monday at midnight', '2026-06-15T22:00:00.000Z', 1, '2026-06-14T22:00:00.000Z'],
  // In winter, local time is one hour ahead of UTC. The day is the local day of the practices.
  ['local Saturday while UTC has Friday', '2026-01-09T23:30:00.000Z', 1, '2026-01-08T23:00:00.000Z'],
  ['a local day that has just begun', '2026-01-14T23:30:00.000Z', 1, '2026-01-13T23:30:00.000Z'],
  // Daylight saving time began on Sunday 29 March 2026 and ended on 25 October.
  ['Monday after daylight saving time begins', '2026-03-30T08:00:00.000Z', 1, '2026-03-27T09:00:00.000Z'],
  ['Monday at midnight after daylight saving time begins', '2026-03-29T22:00:00.000Z', 1, '2026-03-26T23:00:00.000Z'],
  ['the night in which daylight saving time begins', '2026-03-29T01:30:00.000Z', 1, '2026-03-26T23:00:00.000Z'],
  ['Monday after daylight saving time ends', '2026-10-26T09:00:00.000Z', 1, '2026-10-23T08:00:00.000Z'],
  ['the hour that occurs twice', '2026-10-25T01:30:00.000Z', 1, '2026-10-22T22:00:00.000Z'],
  ['Monday at midnight after daylight saving time ends', '2026-10-25T23:00:00.000Z', 1, '2026-10-22T22:00:00.000Z'],
])('unseenBefore on %s', (_, now, days, before) => {
  expect(unseenBefore(new Date(now), days)).toBe(before)
})

test('unseenBefore defaults to one working day', () => {
  const now = new Date('2026-06-16T08:00:00.000Z')
  expect(unseenBefore(now)).toBe(unseenBefore(now, 1))
})

test('unseenBefore never decreases as time passes', () => {
  let last = ''
  for (let at = Date.parse('2026-03-20T00:00:00.000Z'); at < Date.parse('2026-04-05T00:00:00.000Z'); at += 600_000) {
    const before = unseenBefore(new Date(at))
    expect(before >= last).toBe(true)
    last = before
  }
})

test.each([
  ['no hours on a working day', undefined, 'FRI', ['MORNING', 'AFTERNOON', 'EVENING']],
  ['no hours on a Saturday', undefined, 'SAT', []],
  ['hours until noon', { weekday: 6, opens: '10:00', closes: '12:00' }, 'SAT', ['MORNING']],
  [
    'hours across noon and 18.00',
    { weekday: 1, opens: '11:30', closes: '18:30' },
    'MON',
    ['MORNING', 'AFTERNOON', 'EVENING'],
  ],
  ['hours of another day', { weekday: 1, opens: '08:00', closes: '18:00' }, 'TUE', []],
] as const)('openParts with %s', (_, period, day, parts) => {
  expect(openParts(period && { periods: [period] }, day)).toEqual(parts)
})
