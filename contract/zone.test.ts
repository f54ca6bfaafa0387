import { expect, test } from 'vitest'
import { momentInZone } from './zone.ts'

test.each([
  ['2026-11-25', '09:30', '2026-11-25T08:30:00.000Z'],
  ['2026-07-01', '00:00', '2026-06-30T22:00:00.000Z'],
  // Daylight saving time begins or ends on these days.
  ['2027-03-28', '01:59', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28', '02:30', undefined],
  ['2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
  ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ['2026-02-30', '09:00', undefined],
  ['', '09:00', undefined],
  ['2026-11-25', '', undefined],
])('momentInZone(%s, %s) is %s, whatever the time zone of the machine', (day, time, moment) => {
  for (const zone of ['Europe/Amsterdam', 'Pacific/Auckland', 'UTC']) {
    process.env['TZ'] = zone
    expect(momentInZone(day, time)).toBe(moment)
  }
})
