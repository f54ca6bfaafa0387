import type { Reminder } from '#contract/schemas/reminder.ts'
import { describe, expect, test } from 'vitest'
import { byPeriod, byYear, soonestFirst, yearStrip } from './groups.ts'

const TODAY = '2026-03-15'

const reminder = (date: string, uuid = date): Reminder => ({ uuid, date, active: true, description: 'Vaccinatie' })
const onDays = (...dates: string[]) => dates.map((date) => reminder(date))
/** Returns each group as `period: days`. */
const summaryOf = (groups: { period: string; reminders: Reminder[] }[]) =>
  groups.map(({ period, reminders }) => `${period}: ${reminders.map(({ date }) => date).join(' ')}`)

describe('byPeriod', () => {
  test.each([
    ['2026-03-14', 'late'],
    ['2026-03-15', 'thisMonth'],
    ['2026-03-31', 'thisMonth'],
    ['2026-04-01', 'nextMonths'],
    ['2026-06-30', 'nextMonths'],
    ['2026-07-01', 'later'],
  ])('puts %s into the group %s on 15 March', (date, period) => {
    expect(byPeriod(onDays(date), TODAY)).toEqual([{ period, reminders: onDays(date) }])
  })

  test('continues the next three months in the next year', () => {
    const dates = ['2026-01-01', '2026-11-29', '2026-11-30', '2027-01-01', '2027-02-28', '2027-03-01']
    expect(summaryOf(byPeriod(onDays(...dates), '2026-11-30'))).toEqual([
      'late: 2026-01-01 2026-11-29',
      'thisMonth: 2026-11-30',
      'nextMonths: 2027-01-01 2027-02-28',
      'later: 2027-03-01',
    ])
  })

  test('has a group for reminders without a date', () => {
    const undated = [{ ...reminder('2026-03-20'), date: undefined }, reminder('ooit')] as Reminder[]
    const groups = byPeriod([...onDays('2026-08-01'), ...undated], TODAY)
    expect(groups.map(({ period }) => period)).toEqual(['later', 'undated'])
  })
})

test('byYear groups reminders by year', () => {
  expect(summaryOf(byYear(onDays('2026-01-01', '2025-12-31', '2025-01-01', '2023-05-05')))).toEqual([
    '2026: 2026-01-01',
    '2025: 2025-12-31 2025-01-01',
    '2023: 2023-05-05',
  ])
})

test('soonestFirst orders by date and then by uuid, without changing its argument', () => {
  const came = [reminder('2026-05-01', 'b'), reminder('2026-04-30', 'c'), reminder('2026-05-01', 'a')]
  expect(soonestFirst(came, TODAY).map(({ uuid }) => uuid)).toEqual(['c', 'a', 'b'])
  expect(came.map(({ uuid }) => uuid)).toEqual(['b', 'c', 'a'])
})

test('dates a booked reminder by its appointment', () => {
  const booked = { ...reminder('2026-03-01'), bookedFor: '2026-05-02T10:00:00+02:00' }
  const all = [booked, ...onDays('2026-03-02', '2026-05-01', '2026-05-03')]
  expect(summaryOf(byPeriod(soonestFirst(all, TODAY), TODAY))).toEqual([
    'late: 2026-03-02',
    'nextMonths: 2026-05-01 2026-03-01 2026-05-03',
  ])
  expect(yearStrip(all, TODAY)[2]?.reminders).toContain(booked)
})

test('sorts a reminder without a date last', () => {
  const undated = { uuid: '0', active: true } as Reminder
  const all = [undated, reminder('2026-05-01')]
  expect(soonestFirst(all, TODAY).map(({ uuid }) => uuid)).toEqual(['2026-05-01', '0'])
  expect(byYear(soonestFirst(all, TODAY)).map(({ period }) => period)).toEqual(['2026', 'undated'])
  expect(yearStrip(all, TODAY).flatMap(({ reminders }) => reminders)).toEqual([reminder('2026-05-01')])
})

describe('yearStrip', () => {
  test('covers this month and the next eleven', () => {
    expect(yearStrip([], '2026-12-31').map(({ month }) => month)).toEqual([
      '2026-12',
      ...Array.from({ length: 11 }, (_, index) => `2027-${String(index + 1).padStart(2, '0')}`),
    ])
  })

  test('counts late reminders in this month, and none beyond the year', () => {
    const all = onDays('2024-07-01', '2026-03-01', '2026-03-15', '2026-04-30', '2027-02-28', '2027-03-01')
    const strip = yearStrip(all, TODAY).map(({ month, reminders }) => `${month}:${reminders.length}`)
    expect(strip.filter((month) => !month.endsWith(':0'))).toEqual(['2026-03:3', '2026-04:1', '2027-02:1'])
  })
})
