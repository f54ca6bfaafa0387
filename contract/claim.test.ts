import { describe, expect, test } from 'vitest'
import { type ClaimGap, claimDays, claimGaps, claimVisits, isLineOf, partOfAnimal } from './claim.ts'
import type { Invoice } from './schemas/invoice.ts'
import type { Patient } from './schemas/patient.ts'

const BELLA: Patient = {
  uuid: '64da7b29-70f5-4ce2-a29d-3099bf458a9e',
  name: 'Bella',
  chipNumber: '528140000712345',
  birthDate: '2020-08-10',
  insurance: { company: 'Dierzeker', policyNumber: 'DZ-1' },
}
const INVOICE: Invoice = {
  uuid: '0e8d2c1f-5a63-4f5b-b1a5-2e0e0f1d8a11',
  status: 'PAID',
  number: '2026-1',
  date: '2026-03-12',
  totalInclVat: 121,
  patientNames: ['Bella'],
}
const LINES = [
  { patientUuid: BELLA.uuid.toUpperCase(), description: 'Consult', amount: 60.5, date: '2026-03-10' },
  { patientName: 'bella', description: 'Entstof', amount: 20 },
  { patientName: 'Simba', description: 'Consult', amount: 40.5 },
]

test('claimDays are those of the lines of the animal, or else the date of the invoice', () => {
  expect(claimDays(INVOICE, LINES, BELLA)).toEqual(['2026-03-10', '2026-03-12'])
  expect(claimDays(INVOICE, LINES.slice(2), BELLA)).toEqual(['2026-03-12'])
})

test('partOfAnimal is the sum of its lines, or the total of an invoice for this animal alone', () => {
  expect(partOfAnimal(INVOICE, LINES, BELLA)).toBe(8050)
  expect(partOfAnimal(INVOICE, LINES.slice(2), BELLA)).toBeNull()
  expect(partOfAnimal(INVOICE, [], BELLA)).toBe(12_100)
  expect(partOfAnimal({ ...INVOICE, patientNames: ['Bella', 'Simba'] }, [], BELLA)).toBeNull()
  expect(partOfAnimal({ ...INVOICE, patientNames: [] }, [], BELLA)).toBeNull()
})

test('a line with only a name matches no animal that has a namesake', () => {
  const animal = { ...BELLA, hasNamesake: true }
  expect(LINES.map((line) => isLineOf(line, animal))).toEqual([true, false, false])
  expect(LINES.map((line) => isLineOf(line, BELLA))).toEqual([true, true, false])
  expect(partOfAnimal(INVOICE, LINES, animal)).toBeNull()
  expect(partOfAnimal(INVOICE, LINES.slice(0, 1), animal)).toBe(6050)
  expect(partOfAnimal(INVOICE, [], animal)).toBeNull()
})

test.each<[found: string[], isOtherDay: boolean, dates: string[]]>([
  [['2026-03-12'], false, ['2026-03-12', '2026-03-11']],
  [['2026-03-12', '2026-03-12'], false, ['2026-03-12', '2026-03-12']],
  [['2026-03-11'], true, ['2026-03-13', '2026-03-11', '2026-03-01']],
  [['2026-02-26'], true, ['2026-02-26']],
  [[], false, ['2026-02-25', '2026-03-27']],
])('claimVisits finds %j, on another day: %s, among %j', (found, isOtherDay, dates) => {
  const { visits, ...others } = claimVisits(
    dates.map((date) => ({ date })),
    ['2026-03-12'],
  )
  expect([visits.map(({ date }) => date), others]).toEqual([found, { isOtherDay }])
})

describe('claimGaps', () => {
  const WHOLE: Parameters<typeof claimGaps>[0] = {
    patient: BELLA,
    invoice: INVOICE,
    lines: LINES,
    visits: [{ diagnosis: 'Verstuiking' }],
    isOtherDay: false,
    isHistoryCut: false,
    isAmbiguous: false,
  }

  test('are none if nothing is missing', () => expect(claimGaps(WHOLE)).toEqual([]))

  test.each<[ClaimGap[], Partial<typeof WHOLE>]>([
    [['insurer'], { patient: { ...BELLA, insurance: { policyNumber: 'DZ-1' } } }],
    [['policy'], { patient: { ...BELLA, insurance: { company: 'Dierzeker', policyNumber: ' ' } } }],
    [['insurer', 'policy'], { patient: { ...BELLA, insurance: null } }],
    [['chip'], { patient: { ...BELLA, chipNumber: undefined } }],
    [['birth'], { patient: { ...BELLA, birthDate: undefined } }],
    [['number'], { invoice: { ...INVOICE, number: undefined } }],
    [['animal'], { invoice: { ...INVOICE, patientNames: ['Simba'] }, lines: LINES.slice(2) }],
    [['namesake'], { isAmbiguous: true }],
    [['lines'], { lines: [] }],
    [['lines', 'part'], { invoice: { ...INVOICE, patientNames: ['Bella', 'Simba'] }, lines: [] }],
    [['open'], { invoice: { ...INVOICE, status: 'UNPAID' } }],
    [['visit'], { visits: [] }],
    [['otherDay'], { isOtherDay: true }],
    [['diagnosis'], { visits: [{}, { diagnosis: '  ' }] }],
    [['history'], { isHistoryCut: true }],
  ])('are %j', (gaps, facts) => expect(claimGaps({ ...WHOLE, ...facts })).toEqual(gaps))
})
