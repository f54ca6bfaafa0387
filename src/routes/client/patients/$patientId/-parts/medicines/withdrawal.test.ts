import { describe, expect, test } from 'vitest'
import type { LogbookEntry } from '#contract/logbook.ts'
import { runningWithdrawals } from './withdrawal.ts'

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

  test('not what is still to be given, nor what has no day', () => {
    expect(running({ date: '2026-11-22', withdrawalMeatDays: 3 })).toEqual([])
    expect(running({ date: '', withdrawalMeatDays: 3 })).toEqual([])
  })
})
