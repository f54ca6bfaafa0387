import type { LogbookEntry } from './schemas/logbook.ts'
import { describe, expect, test } from 'vitest'
import { addDays, isStartUnknown, runningWithdrawals } from './withdrawal.ts'

const TODAY = '2026-11-21'
const entry = (fields: Partial<LogbookEntry>): LogbookEntry => ({ date: TODAY, description: 'Behandeling', ...fields })
const running = (...entries: Partial<LogbookEntry>[]) =>
  runningWithdrawals(entries.map(entry), TODAY).map(({ food, until, days, hours, entry: { productName } }) =>
    [food, until, days && `${days} d`, hours && `${hours} h`, productName].filter(Boolean).join(' '),
  )

describe('how long', () => {
  test('counts from the day of treatment, and the last day counts', () => {
    expect(running({ date: '2026-11-11', withdrawalMeatDays: 10 })).toEqual(['meat 2026-11-21 10 d'])
    expect(running({ date: '2026-11-10', withdrawalMeatDays: 10 })).toEqual([])
  })

  test('counts from the last day of a course, of which the first day is one', () => {
    expect(running({ date: '2026-11-15', durationDays: 5, withdrawalMeatDays: 3 })).toEqual(['meat 2026-11-22 3 d'])
    expect(running({ date: '2026-11-20', durationDays: 1, withdrawalMeatDays: 3 })).toEqual(['meat 2026-11-23 3 d'])
    expect(running({ date: '2026-11-20', durationDays: 0, withdrawalMeatDays: 3 })).toEqual(['meat 2026-11-23 3 d'])
  })

  test('runs while the course does', () => {
    expect(running({ date: '2026-11-20', durationDays: 10, withdrawalMilkDays: 1 })).toEqual(['milk 2026-11-30 1 d'])
  })

  test.each([
    [12, '2026-11-22'],
    [24, '2026-11-22'],
    [25, '2026-11-23'],
    [36, '2026-11-23'],
  ])('%i hours of milk last whole days', (hours, until) => {
    expect(running({ withdrawalMilkHours: hours })).toEqual([`milk ${until} ${hours} h`])
  })

  test('takes the longer where milk has days and hours', () => {
    expect(running({ withdrawalMilkDays: 4, withdrawalMilkHours: 36 })).toEqual(['milk 2026-11-25 4 d'])
    expect(running({ withdrawalMilkDays: 1, withdrawalMilkHours: 36 })).toEqual(['milk 2026-11-23 36 h'])
    expect(running({ withdrawalMilkDays: 2, withdrawalMilkHours: 48 })).toEqual(['milk 2026-11-23 48 h'])
  })

  test('passes the end of a month and of a year', () => {
    expect(
      runningWithdrawals([entry({ date: '2026-12-30', withdrawalMeatDays: 3 })], '2026-12-31').map((w) => w.until),
    ).toEqual(['2027-01-02'])
  })
})

describe('which', () => {
  test('none where the practice says 0 days, or says nothing', () => {
    expect(running({ withdrawalMeatDays: 0, withdrawalMilkDays: 0, withdrawalMilkHours: 0 })).toEqual([])
    expect(running({ withdrawalMeatDays: null, withdrawalMilkDays: null }, {})).toEqual([])
  })

  test('of several the one that ends last, for each kind with its product', () => {
    expect(
      running(
        { date: '2026-11-20', productName: 'Kort', withdrawalMeatDays: 3, withdrawalMilkDays: 9 },
        { date: '2026-11-01', productName: 'Lang', withdrawalMeatDays: 28, withdrawalMilkDays: 4 },
      ),
    ).toEqual(['meat 2026-11-29 28 d Lang', 'milk 2026-11-29 9 d Kort'])
  })

  test('of each group of a herd a line, the one that ends last first', () => {
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
      ).map(({ until, entry: { animals } }) => `${until} ${animals?.trim() ?? 'all'}`),
    ).toEqual(['2026-12-16 ooi 12', '2026-11-25 Ooi 15', '2026-11-24 all'])
  })

  test('eggs after meat and milk', () => {
    expect(running({ withdrawalEggDays: 4, withdrawalMilkDays: 2, withdrawalMeatDays: 1 })).toEqual([
      'meat 2026-11-22 1 d',
      'milk 2026-11-23 2 d',
      'eggs 2026-11-25 4 d',
    ])
  })

  test.each([`${TODAY}T09:30:00`, `${TODAY}T12:00:00.000Z`, `${TODAY}T12:00:00+01:00`])(
    'what was given today at a time: %s',
    (date) => {
      expect(running({ date, withdrawalMeatDays: 3 })).toEqual(['meat 2026-11-24 3 d'])
    },
  )

  test.each([Infinity, Number.NaN, -3, 1e12])('a period of %d days is no reason to fail', (days) => {
    expect(() => running({ withdrawalMeatDays: days, durationDays: days })).not.toThrow()
  })

  test('not what is still to be given, nor what has no day', () => {
    expect(running({ date: '2026-11-22', withdrawalMeatDays: 3 })).toEqual([])
    expect(running({ date: '', withdrawalMeatDays: 3 }, { date: 'gisteren', withdrawalMeatDays: 3 })).toEqual([])
  })
})

test('of what was delivered the start of the treatment is not known', () => {
  expect((['DELIVERY', 'TREATMENT', undefined] as const).map((kind) => isStartUnknown(entry({ kind })))).toEqual([
    true,
    false,
    false,
  ])
})

describe('herds', () => {
  /** The same numbers every time. */
  function randomOf(seed: number) {
    let state = seed
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
    const upTo = (count: number) => Math.floor(next() * count)
    return { upTo, one: <T>(list: readonly T[]): T => list[upTo(list.length)]! }
  }

  function herd(seed: number): LogbookEntry[] {
    const { upTo, one } = randomOf(seed)
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

  /** Day by day, as with a pencil: from each treatment the days on which nothing may be delivered are crossed off. */
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

  test('a thousand of them, as by the naive way', () => {
    let lines = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const entries = herd(seed)
      const found = runningWithdrawals(entries, TODAY).map(
        ({ food, until, entry: { animals } }) => `${food} of ${animals?.trim() || 'all'}: ${until}`,
      )
      expect(found.toSorted(), `seed ${seed}`).toEqual(crossedOff(entries))
      lines += found.length
    }
    expect(lines).toBeGreaterThan(4000)
  })
})
