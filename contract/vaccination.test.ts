import type { Reminder } from './schemas/reminder.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import { describe, expect, test } from 'vitest'
import { type Vaccination, vaccinationsOf } from './vaccination.ts'

const TODAY = '2026-11-21'
const given = (description: string, date: string, fields: Partial<LogbookEntry> = {}): LogbookEntry => ({
  kind: 'VACCINATION',
  description,
  date,
  ...fields,
})
const reminder = (description: string, date: string, fields: Partial<Reminder> = {}): Reminder => ({
  uuid: 'r',
  type: 'VACCINATION',
  status: 'OPEN',
  active: true,
  description,
  date,
  ...fields,
})
const past = (description: string, date: string, fields: Partial<Reminder>) =>
  reminder(description, date, { active: false, ...fields })
const asText = ({ what, lastGiven, next, state }: Vaccination) => `${what} ${lastGiven} ${next} ${state}`
const rows = (entries: LogbookEntry[], reminders: Reminder[]) => vaccinationsOf(entries, reminders, TODAY).map(asText)

describe('vaccinationsOf, by name', () => {
  test.each([
    ['Rabiës', 'Vaccinatie: rabiës', 'Rabiës'],
    ['Vaccinatie rabiës', 'RABIES', 'Rabiës'],
    ['Vaccination: rabies', 'Rabies', 'Rabies'],
  ])('merges %j and %j as %j', (done, due, name) => {
    expect(rows([given(done, '2026-01-02')], [reminder(due, '2027-01-02')])).toEqual([
      `${name} 2026-01-02 2027-01-02 valid`,
    ])
  })

  test('does not merge different vaccinations', () => {
    expect(rows([given('Jaarlijkse vaccinatie', '2026-01-02')], [reminder('Rabiës', '2027-06-01')])).toEqual([
      'Rabiës undefined 2027-06-01 never',
      'Jaarlijkse vaccinatie 2026-01-02 undefined undefined',
    ])
  })

  test('uses the name “vaccination” if the text has no other word', () => {
    expect(rows([given('Vaccinatie', '2026-01-02'), given('Vaccinatie: ', '2026-02-02')], [])).toEqual([
      'Vaccinatie: 2026-02-02 undefined undefined',
      'Vaccinatie 2026-01-02 undefined undefined',
    ])
  })
})

describe('vaccinationsOf, lastGiven', () => {
  test('is taken from the logbook, with product and batch', () => {
    const entries = [
      given('Rabiës', '2024-01-02', { productName: 'Oud', batchNumber: 'O1' }),
      given('Rabiës', '2026-01-02', { productName: 'Nieuw', batchNumber: 'N1' }),
    ]
    expect(vaccinationsOf(entries, [past('Rabiës', '2026-01-02', { status: 'DONE' })], TODAY)).toMatchObject([
      { lastGiven: '2026-01-02', productName: 'Nieuw', batchNumber: 'N1' },
    ])
  })

  test('is taken from a reminder done later, without the earlier batch', () => {
    const done = past('Rabiës', '2026-03-01', { status: 'DONE', completedDate: '2026-03-04', productName: 'Rabisin' })
    expect(vaccinationsOf([given('Rabiës', '2024-01-02', { batchNumber: 'O1' })], [done], TODAY)).toMatchObject([
      { lastGiven: '2026-03-04', productName: 'Rabisin', batchNumber: undefined, next: undefined },
    ])
    const undated = past('Rabiës', '2026-03-01', { status: 'DONE' })
    expect(rows([], [undated])).toEqual(['Rabiës 2026-03-01 undefined undefined'])
  })

  test.each(['CANCELLED', 'EXPIRED', undefined] as const)('ignores a reminder with the status %s', (status) => {
    expect(rows([], [past('Rabiës', '2026-03-01', { completedDate: '2026-03-01', status })])).toEqual([])
  })

  test('ignores future days and other kinds of entries', () => {
    expect(rows([given('Controle', '2026-01-02', { kind: 'VISIT' }), given('Rabiës', '2026-11-22')], [])).toEqual([])
    expect(rows([given('Rabiës', TODAY)], [])).toHaveLength(1)
  })
})

describe('vaccinationsOf, next due date', () => {
  test.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'soon'],
    ['2026-12-21', 'soon'],
    ['2026-12-22', 'valid'],
  ])('on %s has the state %s', (next, state) => {
    expect(rows([given('Rabiës', '2025-01-02')], [reminder('Rabiës', next)])).toEqual([
      `Rabiës 2025-01-02 ${next} ${state}`,
    ])
  })

  test('is the first due date after the last vaccination', () => {
    const due = ['2028-01-01', '2027-01-01', '2026-05-01'].map((date) => reminder('Rabiës', date))
    expect(rows([given('Rabiës', '2026-05-02')], due)).toEqual(['Rabiës 2026-05-02 2027-01-01 valid'])
    expect(rows([given('Rabiës', '2026-05-02')], due.slice(2))).toEqual(['Rabiës 2026-05-02 undefined undefined'])
  })

  test('ignores reminders that are not vaccinations', () => {
    const of = (type: Reminder['type'], description: string) => reminder(description, '2026-11-20', { type })
    const reminders = [of('DEWORMING', 'Ontworming'), of(undefined, 'Ontworming'), of(undefined, 'Vaccinatie: DHP')]
    expect(rows([], reminders)).toEqual(['DHP undefined 2026-11-20 never'])
  })
})

test('vaccinationsOf uses the product if the name is missing', () => {
  const nameless = { description: undefined as never }
  const entries = [given('', '2026-01-02', { ...nameless, productName: 'Rabisin' }), given('', '2025-01-02', nameless)]
  const vaccination = { uuid: 'a', active: true, type: 'VACCINATION' } as Reminder
  const undated = { ...vaccination, description: 'Kennelhoest' }
  const untyped = { uuid: 'c', active: true, date: '2027-01-01' } as Reminder
  expect(rows(entries, [vaccination, undated, untyped])).toEqual([
    'Rabisin 2026-01-02 undefined undefined',
    'undefined 2025-01-02 undefined undefined',
    'Kennelhoest undefined undefined never',
  ])
})

test('vaccinationsOf sorts by next due date, then by last vaccination', () => {
  const entries = [given('A', '2020-01-01'), given('B', '2021-01-01'), given('C', '2022-01-01')]
  const reminders = [reminder('D', '2027-03-01'), reminder('A', '2026-12-01')]
  expect(rows(entries, reminders).map((row) => row[0])).toEqual(['A', 'D', 'C', 'B'])
})
