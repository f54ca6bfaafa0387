import type { LogbookEntry } from './schemas/logbook.ts'
import { describe, expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { isStartUnknown, runningWithdrawals } from './withdrawal.ts'

const TODAY = '2026-11-21'
const entry = (fields: Partial<LogbookEntry>): LogbookEntry => ({ date: TODAY, description: 'Behandeling', ...fields })
const running = (...entries: Partial<LogbookEntry>[]) =>
  runningWithdrawals(entries.map(entry), TODAY).map(({ food, freeFrom, days, hours, entry: { productName } }) =>
    [food, freeFrom, days && `${days} d`, hours && `${hours} h`, productName].filter(Boolean).join(' '),
  )

test.each([
  [undefined, 24, 'milk 2026-11-23 24 h'],
  [undefined, 25, 'milk 2026-11-24 25 h'],
  [4, 36, 'milk 2026-11-26 4 d'],
  [1, 36, 'milk 2026-11-24 36 h'],
  [2, 48, 'milk 2026-11-24 48 h'],
])('runningWithdrawals for milk with %s days and %s hours: %s', (withdrawalMilkDays, withdrawalMilkHours, expected) => {
  expect(running({ withdrawalMilkDays, withdrawalMilkHours })).toEqual([expected])
})

describe('runningWithdrawals', () => {
  test('returns the latest period for each food, with its product', () => {
    expect(
      running(
        { date: '2026-11-20', productName: 'Kort', withdrawalMeatDays: 3, withdrawalMilkDays: 9 },
        { date: '2026-11-01', productName: 'Lang', withdrawalMeatDays: 28, withdrawalMilkDays: 4 },
      ),
    ).toEqual(['meat 2026-11-30 28 d Lang', 'milk 2026-11-30 9 d Kort'])
  })

  test('returns one period for each group of a herd, latest end first', () => {
    expect(
      runningWithdrawals(
        [
          entry({ date: '2026-11-20', animals: 'Ooi 12', withdrawalMeatDays: 3 }),
          entry({ date: '2026-11-18', animals: ' ooi 12 ', withdrawalMeatDays: 28 }),
          entry({ date: '2026-11-20', animals: 'Ooi 15', withdrawalMeatDays: 5 }),
          entry({ date: '2026-11-20', withdrawalMeatDays: 4 }),
          entry({ date: '2026-11-19', animals: '  ', withdrawalMeatDays: 4 }),
        ],
        TODAY,
      ).map(({ freeFrom, entry: { animals } }) => `${freeFrom} ${animals?.trim() ?? 'all'}`),
    ).toEqual(['2026-12-17 ooi 12', '2026-11-26 Ooi 15', '2026-11-25 all'])
  })

  test.each([Infinity, Number.NaN, -3, 1e12])('handles a period of %d days', (days) => {
    expect(() => running({ withdrawalMeatDays: days, durationDays: days })).not.toThrow()
  })

  test('ignores treatments in the future or without a valid day', () => {
    expect(running({ date: '2026-11-22', withdrawalMeatDays: 3 })).toEqual([])
    expect(running({ date: '', withdrawalMeatDays: 3 }, { date: 'gisteren', withdrawalMeatDays: 3 })).toEqual([])
  })
})

test('isStartUnknown is true for deliveries', () => {
  const unknown = (['DELIVERY', 'TREATMENT', undefined] as const).filter((kind) => isStartUnknown(entry({ kind })))
  expect(unknown).toEqual(['DELIVERY'])
})

describe('runningWithdrawals of random herds', () => {
  function herd(seed: number): LogbookEntry[] {
    let state = seed
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
    const upTo = (count: number) => Math.floor(next() * count)
    const one = <T>(list: readonly T[]): T => list[upTo(list.length)]!
    const period = () => one([undefined, null, 0, 1, upTo(10), upTo(40)])
    return Array.from({ length: upTo(60) }, (_, index) => ({
      description: `${index}`,
      date: addDays(TODAY, upTo(80) - 70) + one(['', '', 'T23:59:00', 'T00:00:00']),
      animals: one([undefined, '', '12', '15', '12 en 15', ' 12']),
      durationDays: one([undefined, undefined, 0, 1, upTo(12)]),
      withdrawalMeatDays: period(),
      withdrawalMilkDays: period(),
      withdrawalMilkHours: one([undefined, null, 0, 12, 24, 36, upTo(200)]),
      withdrawalEggDays: period(),
    }))
  }

  /** Reference implementation of the rule: lists all days of each treatment and its period. */
  function crossedOff(entries: readonly LogbookEntry[]): string[] {
    const last = new Map<string, string>()
    for (const entry of entries) {
      const milk = Math.max(entry.withdrawalMilkDays ?? 0, (entry.withdrawalMilkHours ?? 0) / 24)
      const periods = { meat: entry.withdrawalMeatDays ?? 0, milk, eggs: entry.withdrawalEggDays ?? 0 }
      for (const [food, period] of Object.entries(periods)) {
        if (period === 0) continue
        const days: string[] = []
        const day = new Date(`${entry.date.slice(0, 10)}T00:00:00Z`)
        const cross = () => {
          days.push(day.toISOString().slice(0, 10))
          day.setUTCDate(day.getUTCDate() + 1)
        }
        for (let given = 0; given < (entry.durationDays || 1); given++) cross()
        for (let left = period; left > 0; left--) cross()
        if (!days.includes(TODAY)) continue
        const line = `${food} of ${entry.animals?.trim() || 'all'}`
        if ((last.get(line) ?? '') < days.at(-1)!) last.set(line, days.at(-1)!)
      }
    }
    return [...last].map(([line, day]) => `${line}: ${day}`).toSorted()
  }

  test('matches a day-by-day calculation', () => {
    let lines = 0
    for (let seed = 1; seed <= 300; seed++) {
      const entries = herd(seed)
      const found = runningWithdrawals(entries, TODAY).map(
        ({ food, freeFrom, entry: { animals } }) => `${food} of ${animals?.trim() || 'all'}: ${addDays(freeFrom, -1)}`,
      )
      expect(found.toSorted(), `seed ${seed}`).toEqual(crossedOff(entries))
      lines += found.length
    }
    expect(lines).toBeGreaterThan(1200)
  })
})
