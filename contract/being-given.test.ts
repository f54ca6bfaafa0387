import type { LogbookEntry } from './schemas/logbook.ts'
import type { VisitForm } from './schemas/visit-form.ts'
import { describe, expect, test } from 'vitest'
import { type BeingGiven, beingGiven } from './being-given.ts'

const TODAY = '2026-06-15'
type Medicine = NonNullable<VisitForm['medication']>[number]

const visit = (date: string, ...medication: Medicine[]) => ({ uuid: `visit ${date}`, date, medication })
const delivery = (date: string, more: Partial<LogbookEntry> = {}): LogbookEntry => ({
  uuid: `entry ${date}`,
  date,
  kind: 'DELIVERY',
  description: 'Meegegeven',
  productName: 'Gastrovet',
  ...more,
})
const gastrovet = (days?: number, dosage?: string): Medicine => ({ product: 'Gastrovet', days, dosage })

interface Of {
  visits?: ReturnType<typeof visit>[]
  entries?: LogbookEntry[]
  notRepeated?: string[]
  animal?: Parameters<typeof beingGiven>[0]
}
const given = ({ visits = [], entries = [], notRepeated = [], animal = {} }: Of, today = TODAY) =>
  beingGiven(animal, { visits, entries, notRepeated }, today)
const asText = ({ product, dosage, until, visitForm, entry }: BeingGiven) =>
  [product, dosage ?? 'unknown', until ?? 'unknown', visitForm, entry].filter(Boolean).join(', ')
const told = (of: Of, today?: string) => given(of, today).map(asText)

describe('the last day', () => {
  test('is so many days from the visit, which is the first of them', () => {
    const visits = [visit('2026-06-10', gastrovet(6, '2x daags'))]
    expect(told({ visits })).toEqual(['Gastrovet, 2x daags, 2026-06-15, visit 2026-06-10'])
    expect(told({ visits }, '2026-06-16')).toEqual([])
    expect(told({ visits }, '2026-06-10')).toHaveLength(1)
    expect(told({ visits }, '2026-06-09')).toEqual([])
  })

  test.each([undefined, 0])('of %s days it is not known; then it is listed for thirty days', (days) => {
    const of = { visits: [visit('2026-05-16', gastrovet(days))] }
    expect(told(of)).toEqual(['Gastrovet, unknown, unknown, visit 2026-05-16'])
    expect(told(of, '2026-06-16')).toEqual([])
  })

  test('is not known where lines of one form differ; they are listed for as long as all of them last', () => {
    const visits = [visit('2026-06-01', gastrovet(20, '2 tabletten'), gastrovet(20, '1 tablet'))]
    expect(told({ visits }, '2026-07-10')).toEqual(['Gastrovet, 2 tabletten; 1 tablet, unknown, visit 2026-06-01'])
    expect(told({ visits }, '2026-07-12')).toEqual([])
    const twice = [visit('2026-06-10', gastrovet(7, '1 tablet'), gastrovet(7, '1 tablet'))]
    expect(told({ visits: twice })).toEqual(['Gastrovet, 1 tablet, 2026-06-16, visit 2026-06-10'])
  })

  test('what ends first comes first, of what no end is known last', () => {
    const visits = [
      visit('2026-06-14', { product: 'Onbekend' }, { product: 'Lang', days: 100 }, { product: 'Kort', days: 3 }),
    ]
    expect(given({ visits }).map(({ product }) => product)).toEqual(['Kort', 'Lang', 'Onbekend'])
  })
})

describe('of the logbook', () => {
  test('deliveries, and treatments of several days', () => {
    const kinds = (durationDays?: number) =>
      (['DELIVERY', 'TREATMENT', 'VACCINATION', 'VISIT', 'LAB', 'NOTE'] as const).filter(
        (kind) => given({ entries: [delivery(TODAY, { kind, durationDays })] }).length > 0,
      )
    expect(kinds()).toEqual(['DELIVERY'])
    expect(kinds(1)).toEqual(['DELIVERY'])
    expect(kinds(3)).toEqual(['DELIVERY', 'TREATMENT', 'VISIT', 'LAB', 'NOTE'])
  })

  test('of what has no product nothing can be said', () => {
    expect(
      given({ entries: [delivery(TODAY, { productName: undefined }), delivery(TODAY, { productName: ' ' })] }),
    ).toEqual([])
  })

  test('what a herd is delivered without days is in stock', () => {
    const animal = { kind: 'HERD' } as const
    expect(given({ animal, entries: [delivery(TODAY)] })).toEqual([])
    expect(told({ animal, entries: [delivery(TODAY, { durationDays: 3, animals: 'Stal 2' })] })).toEqual([
      'Gastrovet, unknown, 2026-06-17, entry 2026-06-15',
    ])
  })

  test('each group of a herd is a line of its own', () => {
    const entries = ['koe 1', 'Koe  1', 'koe 2'].map((animals) => delivery(TODAY, { durationDays: 3, animals }))
    expect(given({ entries }).map(({ animals }) => animals)).toEqual(['koe 1', 'koe 2'])
  })
})

describe('a visit and its delivery are one line', () => {
  test('with what either of them tells, however the product is written', () => {
    expect(
      told({
        visits: [visit('2026-06-14', gastrovet(7))],
        entries: [delivery('2026-06-14', { productName: ' GÄSTROVET ', dosage: '1 tablet', quantity: 14 })],
      }),
    ).toEqual(['Gastrovet, 1 tablet, 2026-06-20, visit 2026-06-14, entry 2026-06-14'])
  })

  test('what was delivered within a course ends with it', () => {
    const of = { visits: [visit('2026-06-01', gastrovet(7))], entries: [delivery('2026-06-07')] }
    expect(told(of, '2026-06-07')).toEqual(['Gastrovet, unknown, 2026-06-07, visit 2026-06-01, entry 2026-06-07'])
    expect(told(of, '2026-06-08')).toEqual([])
  })

  test('what was delivered after it says nothing of how much, nor until when', () => {
    const of = { visits: [visit('2026-06-01', gastrovet(7, '1 tablet'))], entries: [delivery('2026-06-08')] }
    expect(told(of)).toEqual(['Gastrovet, unknown, unknown, entry 2026-06-08'])
  })

  test('a delivery with days makes it longer', () => {
    const entries = [delivery('2026-06-07', { durationDays: 30 })]
    expect(told({ visits: [visit('2026-06-01', gastrovet(90, '1 tablet'))], entries })).toEqual([
      'Gastrovet, 1 tablet, 2026-08-29, visit 2026-06-01, entry 2026-06-07',
    ])
    expect(told({ visits: [visit('2026-06-01', gastrovet(7, '1 tablet'))], entries })).toEqual([
      'Gastrovet, unknown, 2026-07-06, entry 2026-06-07',
    ])
  })

  test('a new visit replaces the former', () => {
    const visits = [visit('2026-06-01', gastrovet(60, '2 tabletten')), visit('2026-06-14', gastrovet(3, '1 tablet'))]
    expect(told({ visits })).toEqual(['Gastrovet, 1 tablet, 2026-06-16, visit 2026-06-14'])
    expect(told({ visits }, '2026-06-17')).toEqual([])
    expect(told({ visits }, '2026-06-13')).toEqual(['Gastrovet, 2 tabletten, 2026-07-30, visit 2026-06-01'])
  })
})

describe('of whom', () => {
  const visits = [visit(TODAY, gastrovet(7))]
  test.each([{ deceasedDate: '2026-06-14' }, { active: false }])('not of one that is no longer there: %o', (animal) => {
    expect(given({ animal, visits })).toEqual([])
  })
  test('of one that is', () => {
    expect(given({ animal: { active: true }, visits })).toHaveLength(1)
  })
})

describe('may be asked for again', () => {
  const marks = (of: Of) => given(of).map(({ mayRepeat }) => mayRepeat)
  const marked = (mayRepeat?: boolean): Medicine => ({ product: 'Gastrovet', days: 7, mayRepeat })

  test('unless the practice says otherwise, by line', () => {
    expect(marks({ visits: [visit(TODAY, marked())] })).toEqual([true])
    expect(marks({ visits: [visit(TODAY, marked(false))] })).toEqual([false])
    expect(marks({ visits: [visit(TODAY, marked(true), marked(false))] })).toEqual([false])
    expect(marks({ entries: [delivery(TODAY, { mayRepeat: false })] })).toEqual([false])
  })

  test('the newest word counts', () => {
    const visits = [visit('2026-06-14', marked(false))]
    expect(marks({ visits, entries: [delivery(TODAY)] })).toEqual([false])
    expect(marks({ visits, entries: [delivery(TODAY, { mayRepeat: true })] })).toEqual([true])
  })

  test('or by product, however it is written', () => {
    const visits = [visit(TODAY, marked(true), { product: 'Ander', days: 9 })]
    expect(marks({ visits, notRepeated: ['gastrovét '] })).toEqual([false, true])
  })
})
