import { afterEach, describe, expect, test, vi } from 'vitest'
import { addMonths, asDate, daysBetween, monthOf, today } from './dates.ts'
import { clockSet } from './store.ts'

/** Every day of 2026, as text. */
const YEAR = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10))

// The second changes its clock at midnight, so that a day of it begins at one; the third has no summer time and is
// half a day ahead, the last half a day behind.
const ZONES = ['Europe/Amsterdam', 'Africa/Cairo', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'UTC']

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test('the tests can change the time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Pago_Pago')
  expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(660)
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  expect([new Date(2026, 2, 29).getTimezoneOffset(), new Date(2026, 2, 30).getTimezoneOffset()]).toEqual([-60, -120])
})

describe.each(ZONES)('in %s', (zone) => {
  test('days are counted, not hours', () => {
    vi.stubEnv('TZ', zone)
    expect(YEAR.map((day) => daysBetween('2026-01-01', day))).toEqual(YEAR.map((_, index) => index))
    expect(YEAR.map((day) => daysBetween(day, '2026-01-01') + 0)).toEqual(YEAR.map((_, index) => 0 - index))
    expect(YEAR.slice(1).map((day, index) => daysBetween(YEAR[index]!, day))).toEqual(YEAR.slice(1).map(() => 1))
  })

  test('a day is shown as that day', () => {
    vi.stubEnv('TZ', zone)
    // The formatter has the zone it was made in.
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    expect(YEAR.map((day) => format.format(asDate(day)))).toEqual(YEAR)
  })
})

describe('today is the day on this device', () => {
  test.each([
    ['Europe/Amsterdam', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['Europe/Amsterdam', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Amsterdam', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Amsterdam', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Pacific/Auckland', '2026-06-30T12:00:00Z', '2026-07-01'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
  ])('in %s at %s: %s', (zone, now, expected) => {
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ now: new Date(now) })
    expect(today()).toBe(expected)
  })
})

describe('today follows the server’s clock', () => {
  const DAY_MS = 86_400_000
  test.each([
    ['60 days ahead', '2026-06-01T12:00:00Z', -60 * DAY_MS, '2026-04-02'],
    ['three years behind', '2026-06-01T12:00:00Z', 1096 * DAY_MS, '2029-06-01'],
    ['an hour behind before midnight', '2026-06-01T21:30:00Z', 3_600_000, '2026-06-02'],
    ['half a minute off, which is the way of the token', '2026-06-01T21:59:50Z', 30_000, '2026-06-01'],
  ])('on a device whose clock is %s', (_, device, offset, expected) => {
    vi.stubEnv('TZ', 'Europe/Amsterdam')
    vi.useFakeTimers({ now: new Date(device) })
    clockSet(offset)
    expect(today()).toBe(expected)
    clockSet(0)
  })
})

describe('months', () => {
  test('of a day', () => {
    expect(monthOf('2026-03-29')).toBe('2026-03')
  })

  test.each([
    ['2026-01', 0, '2026-01'],
    ['2026-01', 1, '2026-02'],
    ['2026-11', 3, '2027-02'],
    ['2026-01', -1, '2025-12'],
    ['2024-02', 12, '2025-02'],
    ['2026-12', 11, '2027-11'],
  ])('%s and %i more: %s', (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected)
  })
})
