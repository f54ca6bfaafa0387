import type { Reminder } from '#contract/schemas/reminder.ts'
import { describe, expect, test } from 'vitest'
import { byPeriod, byYear, soonestFirst, yearStrip } from './groups.ts'

const TODAY = '2026-03-15'

const reminder = (date: string, uuid = date): Reminder => ({ uuid, date, active: true, description: 'Vaccinatie' })
const onDays = (...dates: string[]) => dates.map((date) => reminder(date))
/** `period: days` of every group. */
const told = (groups: { period: string; reminders: Reminder[] }[]) =>
  groups.map(({ period, reminders }) => `${period}: ${reminders.map(({ date }) => date).join(' ')}`)

describe('what is active, by when it is due', () => {
  test.each([
    ['2025-12-31', 'late'],
    ['2026-03-01', 'late'],
    ['2026-03-14', 'late'],
    ['2026-03-15', 'thisMonth'],
    ['2026-03-31', 'thisMonth'],
    ['2026-04-01', 'nextMonths'],
    ['2026-06-30', 'nextMonths'],
    ['2026-07-01', 'later'],
    ['2027-03-15', 'later'],
  ])('%s: %s', (date, period) => {
    expect(byPeriod(onDays(date), TODAY)).toEqual([{ period, reminders: onDays(date) }])
  })

  test('the next three months go over the end of the year', () => {
    expect(told(byPeriod(onDays('2026-11-30', '2027-01-01', '2027-02-28', '2027-03-01'), '2026-11-30'))).toEqual([
      'thisMonth: 2026-11-30',
      'nextMonths: 2027-01-01 2027-02-28',
      'later: 2027-03-01',
    ])
  })

  test('in the order in which they came, the earliest first', () => {
    expect(told(byPeriod(onDays('2026-03-01', '2026-03-14', '2026-03-20', '2026-05-01', '2026-08-01'), TODAY))).toEqual(
      ['late: 2026-03-01 2026-03-14', 'thisMonth: 2026-03-20', 'nextMonths: 2026-05-01', 'later: 2026-08-01'],
    )
  })

  test('and the latest first', () => {
    expect(told(byPeriod(onDays('2026-08-01', '2026-03-20', '2026-03-16', '2026-03-14'), TODAY))).toEqual([
      'later: 2026-08-01',
      'thisMonth: 2026-03-20 2026-03-16',
      'late: 2026-03-14',
    ])
  })

  test('what has no day has a group of its own', () => {
    const undated = [{ ...reminder('2026-03-20'), date: undefined }, reminder('ooit')] as Reminder[]
    expect(byPeriod([...onDays('2026-08-01'), ...undated], TODAY).map(({ period }) => period)).toEqual([
      'later',
      'undated',
    ])
  })

  test('nothing makes no group', () => {
    expect(byPeriod([], TODAY)).toEqual([])
  })
})

test('what is past, by year', () => {
  expect(told(byYear(onDays('2026-01-01', '2025-12-31', '2025-01-01', '2023-05-05')))).toEqual([
    '2026: 2026-01-01',
    '2025: 2025-12-31 2025-01-01',
    '2023: 2023-05-05',
  ])
})

test('the soonest first; of one day always in the same order; what came is left as it is', () => {
  const came = [reminder('2026-05-01', 'b'), reminder('2026-04-30', 'c'), reminder('2026-05-01', 'a')]
  expect(soonestFirst(came, TODAY).map(({ uuid }) => uuid)).toEqual(['c', 'a', 'b'])
  expect(came.map(({ uuid }) => uuid)).toEqual(['b', 'c', 'a'])
})

test('what is booked stands on the day of its appointment', () => {
  const booked = { ...reminder('2026-03-01'), bookedFor: '2026-05-02T10:00:00+02:00' }
  const all = [booked, ...onDays('2026-03-02', '2026-05-01', '2026-05-03')]
  expect(told(byPeriod(soonestFirst(all, TODAY), TODAY))).toEqual([
    'late: 2026-03-02',
    'nextMonths: 2026-05-01 2026-03-01 2026-05-03',
  ])
  expect(yearStrip(all, TODAY)[2]?.reminders).toContain(booked)
})

test('what has no day comes last, and stands in no year and in no month', () => {
  const undated = { uuid: '0', active: true } as Reminder
  const all = [undated, reminder('2026-05-01')]
  expect(soonestFirst(all, TODAY).map(({ uuid }) => uuid)).toEqual(['2026-05-01', '0'])
  expect(byYear(soonestFirst(all, TODAY)).map(({ period }) => period)).toEqual(['2026', 'undated'])
  expect(yearStrip(all, TODAY).flatMap(({ reminders }) => reminders)).toEqual([reminder('2026-05-01')])
})

describe('the strip of a year', () => {
  const strip = (dates: string[], today = TODAY) =>
    yearStrip(onDays(...dates), today).map(({ month, reminders }) => `${month}:${reminders.length}`)

  test('is this month and the eleven after it', () => {
    expect(yearStrip([], '2026-12-31').map(({ month }) => month)).toEqual([
      '2026-12',
      ...Array.from({ length: 11 }, (_, index) => `2027-${String(index + 1).padStart(2, '0')}`),
    ])
  })

  test('shows each reminder in its month, once; what is late stands in this month', () => {
    expect(
      strip(['2024-07-01', '2026-03-01', '2026-03-15', '2026-04-30', '2027-02-28']).filter((s) => !s.endsWith(':0')),
    ).toEqual(['2026-03:3', '2026-04:1', '2027-02:1'])
  })

  test('leaves out what is due after it', () => {
    expect(strip(['2027-03-01']).filter((s) => !s.endsWith(':0'))).toEqual([])
  })

  test('the soonest first within a month', () => {
    const [march] = yearStrip(onDays('2026-03-20', '2026-03-02', '2026-03-16'), TODAY)
    expect(march?.reminders.map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-16', '2026-03-20'])
  })
})
