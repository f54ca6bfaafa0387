import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { describe, expect, test } from 'vitest'
import { channelsIn, hasMedicines, medicineColumns, medicineRows, purposeOf } from './medicine-rows.ts'

const entry = (fields: Partial<LogbookEntry>): LogbookEntry => ({
  date: '2026-11-21',
  description: 'Behandeling',
  ...fields,
})

describe('a medicine is', () => {
  test.each<Partial<LogbookEntry>>([
    { productName: 'Penivet' },
    { kind: 'DELIVERY', productName: 'Penivet' },
    { registrationNumber: 'REG NL 1' },
    { batchNumber: 'A1' },
    { withdrawalMeatDays: 0 },
    { withdrawalMilkDays: 0 },
    { withdrawalMilkHours: 0 },
  ])('%j', (fields) => {
    expect(hasMedicines([entry({}), entry(fields)])).toBe(true)
  })

  test.each<Partial<LogbookEntry>>([
    {},
    { kind: 'TREATMENT' },
    { kind: 'DELIVERY', productName: '' },
    { veterinarian: 'drs. A. Bakker', indication: 'mank' },
    { withdrawalMeatDays: null, withdrawalMilkDays: null, withdrawalMilkHours: null },
  ])('not %j', (fields) => {
    expect(hasMedicines([entry(fields)])).toBe(false)
    expect(medicineRows([entry(fields)])).toEqual([])
  })
})

test('the last is first, and a day keeps its order', () => {
  const rows = [
    entry({ date: '2026-01-02', productName: 'A' }),
    entry({ date: '2026-03-01', productName: 'B' }),
    entry({ date: '2026-03-01', productName: 'C' }),
    entry({ date: '2026-04-01' }),
  ]
  expect(medicineRows(rows).map(({ productName }) => productName)).toEqual(['B', 'C', 'A'])
})

test('what has no date is last', () => {
  const rows = [{ productName: 'A', date: undefined as never }, { productName: 'B' }, { date: undefined as never }]
  expect(medicineRows(rows.map(entry)).map(({ productName }) => productName)).toEqual(['B', 'A'])
})

test('what it is for: the indication, else what was done, but not twice', () => {
  expect(purposeOf(entry({ productName: 'Penivet', indication: 'mastitis' }))).toBe('mastitis')
  expect(purposeOf(entry({ productName: 'Penivet' }))).toBe('Behandeling')
  expect(purposeOf(entry({ batchNumber: 'A1' }))).toBeUndefined()
})

describe('a column', () => {
  test('that no row fills is left out', () => {
    expect(medicineColumns([entry({ batchNumber: 'A1' })])).toEqual(['date', 'product', 'batch'])
  })

  test('is there for a 0, and for what the practice does not know', () => {
    expect(medicineColumns([entry({ batchNumber: 'A1' }), entry({ quantity: 0, withdrawalMeatDays: 0 })])).toEqual([
      'date',
      'product',
      'amount',
      'batch',
      'meat',
    ])
    expect(medicineColumns([entry({ withdrawalMeatDays: 0, withdrawalMilkHours: null })])).toContain('milk')
  })
})

test('only the ways of dispensing that occur are explained, in their own order', () => {
  const rows = [{ channel: 'VRIJ' }, { channel: 'UDD' }, { channel: 'NEW' }, {}] as Partial<LogbookEntry>[]
  expect(channelsIn(rows.map(entry))).toEqual(['UDD', 'VRIJ'])
})
