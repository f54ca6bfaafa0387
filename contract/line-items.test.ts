import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf, linesByAnimal, sumOfLines, vatByRate } from './line-items.ts'

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
