import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { describe, expect, test } from 'vitest'
import { channelsIn, hasMedicines, medicineColumns, medicineRows, purposeOf } from './medicine-rows.ts'

const entry = (fields: Partial<LogbookEntry>): LogbookEntry => ({
  date: '2026-11-21',
  description: 'Behandeling',
  ...fields,
})

describe('hasMedicines', () => {
  test.each<Partial<LogbookEntry>>([
    { productName: 'Penivet' },
    { registrationNumber: 'REG NL 1' },
    { batchNumber: 'A1' },
    { withdrawalMeatDays: 0 },
  ])('returns true for %j', (fields) => {
    expect(hasMedicines([entry({}), entry(fields)])).toBe(true)
  })

  test.each<Partial<LogbookEntry>>([
    {},
    { kind: 'TREATMENT' },
    { kind: 'DELIVERY', productName: '' },
    { veterinarian: 'drs. A. Bakker', indication: 'mank' },
    { withdrawalMeatDays: null, withdrawalMilkDays: null, withdrawalMilkHours: null },
  ])('returns false for %j', (fields) => {
    expect(hasMedicines([entry(fields)])).toBe(false)
    expect(medicineRows([entry(fields)])).toEqual([])
  })
})

test('medicineRows sorts by date, newest first, and keeps the order within a day', () => {
  const rows = [
    entry({ date: '2026-01-02', productName: 'A' }),
    entry({ date: '2026-03-01', productName: 'B' }),
    entry({ date: '2026-03-01', productName: 'C' }),
    entry({ date: '2026-04-01' }),
  ]
  expect(medicineRows(rows).map(({ productName }) => productName)).toEqual(['B', 'C', 'A'])
})

test('medicineRows puts entries without a date last', () => {
  const rows = [{ productName: 'A', date: undefined as never }, { productName: 'B' }, { date: undefined as never }]
  expect(medicineRows(rows.map(entry)).map(({ productName }) => productName)).toEqual(['B', 'A'])
})

test('purposeOf returns the indication, or else the description of a named product', () => {
  expect(purposeOf(entry({ productName: 'Penivet', indication: 'mastitis' }))).toBe('mastitis')
  expect(purposeOf(entry({ productName: 'Penivet' }))).toBe('Behandeling')
  expect(purposeOf(entry({ batchNumber: 'A1' }))).toBeUndefined()
})

test('medicineColumns includes a column whose values are 0 or null', () => {
  const columns = medicineColumns([entry({ batchNumber: 'A1' }), entry({ quantity: 0, withdrawalMilkHours: null })])
  expect(columns).toEqual(['date', 'product', 'amount', 'batch', 'milk'])
})

test('channelsIn returns the known channels that occur, in a fixed order', () => {
  const rows = [{ channel: 'VRIJ' }, { channel: 'UDD' }, { channel: 'NEW' }, {}] as Partial<LogbookEntry>[]
  expect(channelsIn(rows.map(entry))).toEqual(['UDD', 'VRIJ'])
})
