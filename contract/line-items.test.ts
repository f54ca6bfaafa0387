import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { LineItem } from './schemas/line-item.ts'
import { differenceOf, invoiceVat, linesByAnimal, signedLines, sumOfLines, vatByRate } from './line-items.ts'

const line = record({
  amount: integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 100),
  vatRate: constantFrom(0, 5.5, 6, 9, 21, undefined),
})

test('base, VAT and rounding of all rates add up to the lines, and the VAT is the rounded share of the base', () => {
  assert(
    property(array(line, { maxLength: 40 }), (lines) => {
      const groups = vatByRate(lines)
      expect(groups.reduce((sum, { base, vat, rounding }) => sum + base + vat + rounding, 0)).toBe(sumOfLines(lines))
      for (const { rate, base, vat, rounding } of groups) {
        expect(Math.abs(vat - (base * (rate ?? 0)) / 100)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(Math.abs(rounding)).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 500 },
  )
})

test('VAT is computed over the sum of a rate, not by line', () => {
  const lines = [0.1, 0.1, 0.1].map((amount) => ({ amount, vatRate: 21 }))
  expect(vatByRate(lines)).toEqual([{ rate: 21, gross: 30, base: 25, vat: 5, rounding: 0 }])
})

test.each([
  ['no difference', 3000, null],
  ['cash rounding', 2998, { cents: -2, isRounding: true }],
  ['a missing line', 4000, { cents: 1000, isRounding: false }],
])('the difference between total and lines: %s', (_, total, difference) => {
  expect(differenceOf(total, [{ amount: 12.5 }, { amount: 17.5 }])).toEqual(difference)
})

test('lines are grouped by animal, with those of no animal last', () => {
  const uuid = '5b1f7c7a-6e0d-4d0c-8a55-9f2b1c3d4e02'
  const lines = [{}, { patientUuid: uuid, patientName: 'Simba' }, { patientName: 'Nala' }, { patientUuid: uuid }]
  expect(linesByAnimal(lines).map(({ name, lines: own }) => [name, own.length])).toEqual([
    ['Simba', 2],
    ['Nala', 1],
    [undefined, 1],
  ])
})

const LINES = [
  { description: 'Consult', quantity: 1, unitPrice: 60.5, discount: 0.5, vatRate: 21, amount: 60 },
  { description: 'Toeslag', quantity: -2, unitPrice: 5.45, vatRate: 9, amount: -10.9 },
]

test.each([
  ['stay on an invoice', { totalInclVat: 49.1 }, [60, -10.9], [1, -2]],
  ['change on a credit note without a minus', { totalInclVat: 49.1, creditFor: '7' }, [-60, 10.9], [-1, 2]],
  ['change on a credit note with a minus in its total only', { totalInclVat: -49.1 }, [-60, 10.9], [-1, 2]],
])('the signs of lines %s', (_, invoice, amounts, quantities) => {
  const lines = signedLines({ ...invoice, lines: LINES })
  expect(lines.map(({ amount }) => amount)).toEqual(amounts)
  expect(lines.map(({ quantity }) => quantity)).toEqual(quantities)
})

test('a credit note with a minus in its amounts gets it in its quantities too', () => {
  const lines = [{ description: 'Consult', quantity: 1, unitPrice: 60, amount: -60 }]
  expect(signedLines({ totalInclVat: -60, lines })).toEqual([{ ...lines[0], quantity: -1 }])
})

test('a discount on a credit note has the sign that results in the amount', () => {
  const signed = (line: Partial<LineItem>) =>
    signedLines({ totalInclVat: -59, lines: [{ description: 'Consult', amount: -59, ...line }] })[0]?.discount
  expect(signed({ quantity: 1, unitPrice: 60, discount: 1 })).toBe(-1)
  expect(signed({ quantity: -1, unitPrice: 60, discount: -1 })).toBe(-1)
  expect(signed({ quantity: 1, unitPrice: 58, discount: 1 })).toBe(1)
  expect(signed({ discount: -1 })).toBe(-1)
})

test('the VAT of an invoice is that of its lines, unless the practice states another', () => {
  const computed = {
    rows: [
      { rate: 21, base: 4959, vat: 1041 },
      { rate: 9, base: -1000, vat: -90 },
    ],
    rounding: 0,
  }
  expect(invoiceVat({ totalInclVat: 49.1, lines: LINES })).toEqual({ ...computed, ofLines: null })
  expect(invoiceVat({ totalInclVat: 49.1, lines: [...LINES, { description: 'x', amount: 1 }] })).toBeNull()
  const stated = [
    { rate: 9, base: -10, amount: -0.9 },
    { rate: 21, base: 49.58, amount: 10.42 },
  ]
  expect(invoiceVat({ totalInclVat: 49.1, lines: LINES, vat: stated })).toEqual({
    rows: [
      { rate: 21, base: 4958, vat: 1042 },
      { rate: 9, base: -1000, vat: -90 },
    ],
    rounding: 0,
    ofLines: [
      { rate: 21, vat: 1041 },
      { rate: 9, vat: -90 },
    ],
  })
  const same = [stated[0]!, { rate: 21, base: 49.59, amount: 10.41 }]
  expect(invoiceVat({ totalInclVat: 49.1, creditFor: '7', vat: same })).toMatchObject({
    rows: [{ vat: -1041 }, { vat: 90 }],
    ofLines: null,
  })
})
