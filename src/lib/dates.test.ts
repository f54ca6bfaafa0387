import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { asDate, today } from './dates.ts'
import { clockSet } from './store.ts'

/** Every day of 2026 as `YYYY-MM-DD`. */
const YEAR = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10))

// Cairo changes its clocks at midnight, so one of its days begins at one o'clock.
const ZONES = ['Europe/Amsterdam', 'Africa/Cairo', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'UTC']

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe.each(ZONES)('in the time zone %s', (zone) => {
  test('asDate keeps the calendar day', () => {
    vi.stubEnv('TZ', zone)
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    expect(YEAR.map((day) => format.format(asDate(day)))).toEqual(YEAR)
  })
})

describe('today', () => {
  test.each([
    ['Europe/Amsterdam', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['Europe/Amsterdam', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Pacific/Auckland', '2026-06-30T12:00:00Z', '2026-07-01'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
  ])('returns for %s at %s the date %s', (zone, now, expected) => {
    vi.stubEnv('TZ', zone)
    vi.useFakeTimers({ now: new Date(now) })
    expect(today()).toBe(expected)
  })
})

describe('today by the server clock', () => {
  test.each([
    ['60 days ahead', '2026-06-01T12:00:00Z', -60 * DAY_MS, '2026-04-02'],
    ['three years behind', '2026-06-01T12:00:00Z', 1096 * DAY_MS, '2029-06-01'],
    ['an hour behind before midnight', '2026-06-01T21:30:00Z', 3_600_000, '2026-06-02'],
    ['half a minute off, which is ignored', '2026-06-01T21:59:50Z', 30_000, '2026-06-01'],
  ])('is correct on a device whose clock is %s', (_, device, offset, expected) => {
    vi.stubEnv('TZ', 'Europe/Amsterdam')
    vi.useFakeTimers({ now: new Date(device) })
    clockSet(offset)
    expect(today()).toBe(expected)
    clockSet(0)
  })
})
