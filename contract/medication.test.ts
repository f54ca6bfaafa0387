import type { LogbookEntry } from './schemas/logbook.ts'
import type { VisitForm } from './schemas/visit-form.ts'
import { describe, expect, test } from 'vitest'
import type { CurrentMedication } from './schemas/current-medication.ts'
import { type Dosage, currentMedication, readDosage } from './medication.ts'

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
  animal?: Parameters<typeof currentMedication>[0]
}
const given = ({ visits = [], entries = [], notRepeated = [], animal = {} }: Of, today = TODAY) =>
  currentMedication(animal, { visits, entries, notRepeated }, today)
const asText = ({ product, dosage, until, visitForm, entry }: CurrentMedication) =>
  [product, dosage ?? 'unknown', until ?? 'unknown', visitForm, entry].filter(Boolean).join(', ')
const listed = (of: Of, today?: string) => given(of, today).map(asText)

describe('currentMedication, last day of a medicine', () => {
  test('is counted from the day of the visit', () => {
    const visits = [visit('2026-06-10', gastrovet(6, '2x daags'))]
    expect(listed({ visits })).toEqual(['Gastrovet, 2x daags, 2026-06-15, visit 2026-06-10'])
    expect(listed({ visits }, '2026-06-16')).toEqual([])
    expect(listed({ visits }, '2026-06-10')).toHaveLength(1)
    expect(listed({ visits }, '2026-06-09')).toEqual([])
  })

  test.each([undefined, 0])('is unknown with %s days of supply, so the medicine is listed for 30 days', (days) => {
    const of = { visits: [visit('2026-05-16', gastrovet(days))] }
    expect(listed(of)).toEqual(['Gastrovet, unknown, unknown, visit 2026-05-16'])
    expect(listed(of, '2026-06-16')).toEqual([])
  })

  test('is unknown if lines of one form differ', () => {
    const visits = [visit('2026-06-01', gastrovet(20, '2 tabletten'), gastrovet(20, '1 tablet'))]
    expect(listed({ visits }, '2026-07-10')).toEqual(['Gastrovet, 2 tabletten; 1 tablet, unknown, visit 2026-06-01'])
    expect(listed({ visits }, '2026-07-12')).toEqual([])
    const twice = [visit('2026-06-10', gastrovet(7, '1 tablet'), gastrovet(7, '1 tablet'))]
    expect(listed({ visits: twice })).toEqual(['Gastrovet, 1 tablet, 2026-06-16, visit 2026-06-10'])
  })

  test('sorts the list, with unknown days last', () => {
    const medication = [{ product: 'Onbekend' }, { product: 'Lang', days: 9 }, { product: 'Kort', days: 3 }]
    const visits = [visit('2026-06-14', ...medication)]
    expect(given({ visits }).map(({ product }) => product)).toEqual(['Kort', 'Lang', 'Onbekend'])
  })
})

describe('currentMedication, logbook entries', () => {
  test('are listed for deliveries and for treatments of several days', () => {
    const kinds = (durationDays?: number) =>
      (['DELIVERY', 'TREATMENT', 'VACCINATION', 'VISIT', 'LAB', 'NOTE'] as const).filter(
        (kind) => given({ entries: [delivery(TODAY, { kind, durationDays })] }).length > 0,
      )
    expect(kinds()).toEqual(['DELIVERY'])
    expect(kinds(1)).toEqual(['DELIVERY'])
    expect(kinds(3)).toEqual(['DELIVERY', 'TREATMENT', 'VISIT', 'LAB', 'NOTE'])
  })

  test('are omitted without a product', () => {
    const entries = [undefined, ' '].map((productName) => delivery(TODAY, { productName }))
    expect(given({ entries })).toEqual([])
  })

  test('are omitted for deliveries to a herd without days', () => {
    const animal = { kind: 'HERD' } as const
    expect(given({ animal, entries: [delivery(TODAY)] })).toEqual([])
    const entries = [delivery(TODAY, { durationDays: 3, animals: 'Stal 2' })]
    expect(listed({ animal, entries })).toEqual(['Gastrovet, unknown, 2026-06-17, entry 2026-06-15'])
  })

  test('are listed separately for each group of a herd', () => {
    const entries = ['koe 1', 'Koe  1', 'koe 2'].map((animals) => delivery(TODAY, { durationDays: 3, animals }))
    expect(given({ entries }).map(({ animals }) => animals)).toEqual(['koe 1', 'koe 2'])
  })
})

describe('currentMedication, a visit and its delivery', () => {
  test("are joined regardless of the product's spelling", () => {
    const visits = [visit('2026-06-14', gastrovet(7))]
    const entries = [delivery('2026-06-14', { productName: ' GÄSTROVET ', dosage: '1 tablet', quantity: 14 })]
    expect(listed({ visits, entries })).toEqual(['Gastrovet, 1 tablet, 2026-06-20, visit 2026-06-14, entry 2026-06-14'])
  })

  test('have one end date if the delivery is within the course', () => {
    const of = { visits: [visit('2026-06-01', gastrovet(7))], entries: [delivery('2026-06-07')] }
    expect(listed(of, '2026-06-07')).toEqual(['Gastrovet, unknown, 2026-06-07, visit 2026-06-01, entry 2026-06-07'])
    expect(listed(of, '2026-06-08')).toEqual([])
  })

  test('are separate if the delivery follows the course', () => {
    const of = { visits: [visit('2026-06-01', gastrovet(7, '1 tablet'))], entries: [delivery('2026-06-08')] }
    expect(listed(of)).toEqual(['Gastrovet, unknown, unknown, entry 2026-06-08'])
  })

  test('end on the later of the two days if the delivery has days', () => {
    const entries = [delivery('2026-06-07', { durationDays: 30 })]
    const of = (days: number) => listed({ visits: [visit('2026-06-01', gastrovet(days, '1 tablet'))], entries })
    expect(of(90)).toEqual(['Gastrovet, 1 tablet, 2026-08-29, visit 2026-06-01, entry 2026-06-07'])
    expect(of(7)).toEqual(['Gastrovet, unknown, 2026-07-06, entry 2026-06-07'])
  })

  test('are listed as the latest visit prescribes', () => {
    const visits = [visit('2026-06-01', gastrovet(60, '2 tabletten')), visit('2026-06-14', gastrovet(3, '1 tablet'))]
    expect(listed({ visits })).toEqual(['Gastrovet, 1 tablet, 2026-06-16, visit 2026-06-14'])
    expect(listed({ visits }, '2026-06-17')).toEqual([])
    expect(listed({ visits }, '2026-06-13')).toEqual(['Gastrovet, 2 tabletten, 2026-07-30, visit 2026-06-01'])
  })
})

test.each([
  [{ deceasedDate: '2026-06-14' }, 0],
  [{ active: false }, 0],
  [{ active: true }, 1],
])('currentMedication for an animal with %o lists %i medicines', (animal, count) => {
  expect(given({ animal, visits: [visit(TODAY, gastrovet(7))] })).toHaveLength(count)
})

describe('currentMedication, mayRepeat', () => {
  const marks = (of: Of) => given(of).map(({ mayRepeat }) => mayRepeat)
  const marked = (mayRepeat?: boolean): Medicine => ({ product: 'Gastrovet', days: 7, mayRepeat })

  test('is true unless a line sets false', () => {
    expect(marks({ visits: [visit(TODAY, marked())] })).toEqual([true])
    expect(marks({ visits: [visit(TODAY, marked(false))] })).toEqual([false])
    expect(marks({ visits: [visit(TODAY, marked(true), marked(false))] })).toEqual([false])
    expect(marks({ entries: [delivery(TODAY, { mayRepeat: false })] })).toEqual([false])
  })

  test('is taken from the newest line that has a value', () => {
    const visits = [visit('2026-06-14', marked(false))]
    expect(marks({ visits, entries: [delivery(TODAY)] })).toEqual([false])
    expect(marks({ visits, entries: [delivery(TODAY, { mayRepeat: true })] })).toEqual([true])
  })

  test('is false if the practice excludes the product, in any spelling', () => {
    const visits = [visit(TODAY, marked(true), { product: 'Ander', days: 9 })]
    expect(marks({ visits, notRepeated: ['gastrovét '] })).toEqual([false, true])
  })
})

const dosageText = ({ amount, unit, at }: Dosage) =>
  `${amount} ${unit ?? '?'} ${typeof at === 'number' ? `${at}x` : at.join('+')}`

test.each([
  ['2x daags 1 tablet', '1 tablet 2x'],
  ['1 tablet, 2 x daags', '1 tablet 2x'],
  ['3 maal per dag 2,5 ml.', '2.5 ml 3x'],
  ['1x per dag ½ tabl', '0.5 tablet 1x'],
  ['2dd1', '1 ? 2x'],
  ['2dd 1 1/2 tablet', '1.5 tablet 2x'],
  ['5 druppels, 2 x daags', '5 drop 2x'],
  ['1 tablet ’s morgens en ’s avonds', '1 tablet morning+evening'],
  ["'s Avonds 2 capsules", '2 capsule evening'],
  ["'s ochtends, 's middags en 's avonds 1 zakje", '1 sachet morning+noon+evening'],
  ['1 tablet in the morning and in the evening', '1 tablet morning+evening'],
  ['1 tablet twice', undefined],
])('readDosage(%j) is %s', (text, expected) => {
  const found = readDosage(text)
  expect(found && dosageText(found)).toBe(expected)
})

// Reading only part of these texts would give another dose.
test.each([
  ['is incomplete', ['', '2 tabletten', '2x daags 0 tabletten']],
  ['depends on the weight or a range', ['1 ml per 10 kg, 1 x daags', '1-2 tabletten, 2x daags']],
  ['is not daily', ['1 pipet per maand', '2x per week 1 tablet']],
  [
    'has more words',
    ['2x daags 1 tablet gedurende 7 dagen', '2x daags 1 tablet, zo nodig 3x', 'niet 2x daags 1 tablet'],
  ],
  ['has two doses', ['2x daags 1 tablet\n1x daags 2 tabletten', "'s morgens 1 tablet en 's avonds 2 tabletten"]],
])('readDosage is undefined for a text that %s', (_, texts) => {
  expect(texts.map(readDosage)).toEqual(texts.map(() => undefined))
})
