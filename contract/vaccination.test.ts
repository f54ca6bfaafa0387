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

describe('what belongs together', () => {
  test.each([
    ['Rabiës', 'Vaccinatie: rabiës'],
    ['Vaccinatie rabiës', 'RABIES'],
    ['Rabiës ', 'rabiës'],
    ['Vaccination: rabies', 'Rabies'],
  ])('%j and %j are one vaccination', (done, due) => {
    expect(rows([given(done, '2026-01-02')], [reminder(due, '2027-01-02')])).toEqual([
      `${done} 2026-01-02 2027-01-02 valid`,
    ])
  })

  test('another name is another vaccination', () => {
    expect(rows([given('Jaarlijkse vaccinatie', '2026-01-02')], [reminder('Rabiës', '2027-06-01')])).toEqual([
      'Rabiës undefined 2027-06-01 never',
      'Jaarlijkse vaccinatie 2026-01-02 undefined undefined',
    ])
  })

  test('a description that is the word alone keeps it', () => {
    expect(rows([given('Vaccinatie', '2026-01-02'), given('Vaccinatie: ', '2026-02-02')], [])).toEqual([
      'Vaccinatie:  2026-02-02 undefined undefined',
      'Vaccinatie 2026-01-02 undefined undefined',
    ])
  })
})

describe('the last time', () => {
  test('is of the logbook, with its product and batch', () => {
    const entries = [
      given('Rabiës', '2024-01-02', { productName: 'Oud', batchNumber: 'O1' }),
      given('Rabiës', '2026-01-02', { productName: 'Nieuw', batchNumber: 'N1' }),
    ]
    expect(vaccinationsOf(entries, [past('Rabiës', '2026-01-02', { status: 'DONE' })], TODAY)).toMatchObject([
      { lastGiven: '2026-01-02', productName: 'Nieuw', batchNumber: 'N1' },
    ])
  })

  test('is of a reminder that was carried out later, without the batch of the time before', () => {
    const done = past('Rabiës', '2026-03-01', { status: 'DONE', completedDate: '2026-03-04', productName: 'Rabisin' })
    expect(vaccinationsOf([given('Rabiës', '2024-01-02', { batchNumber: 'O1' })], [done], TODAY)).toEqual([
      {
        what: 'Rabiës',
        lastGiven: '2026-03-04',
        productName: 'Rabisin',
        batchNumber: undefined,
        next: undefined,
        state: undefined,
      },
    ])
    expect(rows([], [past('Rabiës', '2026-03-01', { status: 'DONE' })])).toEqual([
      'Rabiës 2026-03-01 undefined undefined',
    ])
  })

  test.each(['CANCELLED', 'EXPIRED', undefined] as const)('is not a reminder that is %s', (status) => {
    expect(rows([], [past('Rabiës', '2026-03-01', { completedDate: '2026-03-01', status })])).toEqual([])
  })

  test('is neither of another kind nor still to come', () => {
    expect(rows([given('Controle', '2026-01-02', { kind: 'VISIT' }), given('Rabiës', '2026-11-22')], [])).toEqual([])
    expect(rows([given('Rabiës', TODAY)], [])).toHaveLength(1)
  })
})

describe('until when it holds', () => {
  test.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'soon'],
    ['2026-12-21', 'soon'],
    ['2026-12-22', 'valid'],
  ])('due on %s: %s', (next, state) => {
    expect(rows([given('Rabiës', '2025-01-02')], [reminder('Rabiës', next)])).toEqual([
      `Rabiës 2025-01-02 ${next} ${state}`,
    ])
  })

  test.each([['2026-11-20'], ['2026-11-21'], ['2026-12-21'], ['2027-12-22']])(
    'never given and due on %s: it holds on no day',
    (next) => {
      expect(rows([], [reminder('Rabiës', next)])).toEqual([`Rabiës undefined ${next} never`])
    },
  )

  test('is the first day on which it is due, but not one before it was given', () => {
    const due = ['2028-01-01', '2027-01-01', '2026-05-01'].map((date) => reminder('Rabiës', date))
    expect(rows([given('Rabiës', '2026-05-02')], due)).toEqual(['Rabiës 2026-05-02 2027-01-01 valid'])
    expect(rows([given('Rabiës', '2026-05-02')], [reminder('Rabiës', '2026-05-01')])).toEqual([
      'Rabiës 2026-05-02 undefined undefined',
    ])
  })

  test('is of vaccinations only; where no type is told, the text tells it', () => {
    const untyped = (description: string) => ({ uuid: 'r', active: true, description, date: '2027-01-01' })
    expect(
      rows(
        [],
        [
          reminder('Ontworming', '2027-01-01', { type: 'DEWORMING' }),
          untyped('Ontworming'),
          untyped('Vaccinatie: DHP'),
        ],
      ),
    ).toEqual(['Vaccinatie: DHP undefined 2027-01-01 never'])
  })
})

test('an API that says little: by the product where there is no name, and without a day what has none', () => {
  const nameless = { description: undefined as never }
  expect(
    rows(
      [given('', '2026-01-02', { ...nameless, productName: 'Rabisin' }), given('', '2025-01-02', nameless)],
      [
        { uuid: 'a', active: true, type: 'VACCINATION' } as Reminder,
        { uuid: 'b', active: true, type: 'VACCINATION', description: 'Kennelhoest' } as Reminder,
        { uuid: 'c', active: true, date: '2027-01-01' } as Reminder,
      ],
    ),
  ).toEqual([
    'Rabisin 2026-01-02 undefined undefined',
    'undefined 2025-01-02 undefined undefined',
    'Kennelhoest undefined undefined never',
  ])
})

test('what is due first is first, then what was given last', () => {
  expect(
    rows(
      [given('A', '2020-01-01'), given('B', '2021-01-01'), given('C', '2022-01-01')],
      [reminder('D', '2027-03-01'), reminder('A', '2026-12-01')],
    ).map((row) => row[0]),
  ).toEqual(['A', 'D', 'C', 'B'])
})
