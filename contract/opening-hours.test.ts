import { describe, expect, test } from 'vitest'
import { type OpeningHours, isOpen, nextChange, periodsOn, weekdayOf } from './opening-hours.ts'
import { readPeriods, writtenPeriods } from './typed-hours.ts'
import { momentInZone } from './zone.ts'

const WEEKS: OpeningHours = {
  periods: [
    ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '13:00', closes: '18:00' })),
    ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '12:30' })),
  ],
  closedDays: [{ from: '2026-12-25', until: '2027-01-03' }],
}
const DAILY = [1, 2, 3, 4, 5, 6, 7]
const ALWAYS = { periods: DAILY.map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' })) }
const NIGHT = {
  periods: [
    { weekday: 6, opens: '22:00', closes: '24:00' },
    { weekday: 7, opens: '00:00', closes: '04:00' },
  ],
}

const at = (moment: string) => {
  const [day = '', time = ''] = moment.split(' ')
  return new Date(momentInZone(day, time) ?? Number.NaN)
}

describe('opening hours', () => {
  // 23 November 2026 is a Monday.
  test.each<[string, OpeningHours, string, boolean, string | undefined]>([
    ['before opening', WEEKS, '2026-11-23 07:59', false, 'opens 2026-11-23 08:00'],
    ['at opening', WEEKS, '2026-11-23 08:00', true, 'closes 2026-11-23 12:30'],
    ['at the break', WEEKS, '2026-11-23 12:30', false, 'opens 2026-11-23 13:00'],
    ['a minute before closing', WEEKS, '2026-11-23 17:59', true, 'closes 2026-11-23 18:00'],
    ['after closing', WEEKS, '2026-11-23 18:00', false, 'opens 2026-11-24 08:00'],
    ['before a weekend', WEEKS, '2026-11-27 19:00', false, 'opens 2026-11-30 08:00'],
    ['before closed days', WEEKS, '2026-12-24 17:00', true, 'closes 2026-12-24 18:00'],
    ['on the last closed day', WEEKS, '2027-01-03 10:00', false, 'opens 2027-01-04 08:00'],
    ['always open', ALWAYS, '2026-11-23 10:00', true, undefined],
    ['never open', { periods: [] }, '2026-11-23 10:00', false, undefined],
    ['open past midnight', NIGHT, '2026-11-28 23:00', true, 'closes 2026-11-29 04:00'],
    [
      'closed for more than a year',
      { ...WEEKS, closedDays: [{ from: '2026-01-01', until: '2030-01-01' }] },
      '2026-11-23 10:00',
      false,
      undefined,
    ],
    ['the day that clocks go forward', NIGHT, '2027-03-28 03:30', true, 'closes 2027-03-28 04:00'],
  ])('%s', (_, hours, moment, open, change) => {
    for (const zone of ['Europe/Amsterdam', 'Pacific/Auckland']) {
      process.env['TZ'] = zone
      const next = nextChange(hours, at(moment))
      expect(isOpen(hours, at(moment))).toBe(open)
      expect(next && `${next.opens ? 'opens' : 'closes'} ${next.day} ${next.time}`).toBe(change)
    }
  })

  test('list the periods of a day by time, and none for a closed day', () => {
    expect(periodsOn(WEEKS, '2026-11-23').map(({ opens }) => opens)).toEqual(['08:00', '13:00'])
    expect(periodsOn(WEEKS, '2026-12-25')).toEqual([])
    expect(periodsOn(WEEKS, '2026-11-29')).toEqual([])
  })

  test.each([
    ['2026-11-23', 1],
    ['2026-11-29', 7],
    ['1900-01-01', 1],
    ['1969-12-31', 3],
  ])('%s has the weekday %i', (day, weekday) => {
    expect(weekdayOf(day)).toBe(weekday)
  })
})

describe('readPeriods', () => {
  test.each([
    ['8-12, 13-18', '8.00–12.00, 13.00–18.00'],
    ['08:00 – 18:30', '8.00–18.30'],
    ['8.30 tot 12.00 uur en 13.00 tot 17.30 uur', '8.30–12.00, 13.00–17.30'],
    ['8h30 to 12 and 13u00-24:00', '8.30–12.00, 13.00–24.00'],
    ['8-12\n12-18', '8.00–12.00, 12.00–18.00'],
    [' ', ''],
  ])('reads %j as %j', (typed, written) => {
    const periods = readPeriods(typed, 1)
    expect(periods && writtenPeriods(periods)).toBe(written)
    expect(readPeriods(written, 1)).toEqual(periods)
  })

  test.each(['8', 'open', '8-12 of zo', '18-8', '8-12, 11-18', '8-25', '8.60-9', '8-8', '24:30-25:00'])(
    'rejects %j',
    (typed) => {
      expect(readPeriods(typed, 1)).toBeUndefined()
    },
  )
})
