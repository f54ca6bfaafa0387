import { describe, expect, test } from 'vitest'
import { readInvoiceSearch } from './search.ts'

const MARCH = new Date(2026, 2, 31)
const read = (raw: Record<string, unknown>) => readInvoiceSearch(raw, MARCH)
const ALL = { page: 1, status: 'ALL', from: undefined, to: undefined }

test('the search parameters default to all invoices', () => {
  expect(read({})).toEqual(ALL)
})

test.each<[unknown, string]>([
  ['PAID', 'PAID'],
  ['UNPAID', 'UNPAID'],
  ['ALL', 'ALL'],
  [['PAID'], 'ALL'],
])('the search parameters accept the status %j as %s', (status, expected) => {
  expect(read({ status }).status).toBe(expected)
})

describe('the months from and to', () => {
  test.each<[unknown, string | undefined]>([
    ['2026-01', '2026-01'],
    ['2026-03', '2026-03'],
    ['1900-01', '1900-01'],
    // A future month becomes the current one.
    ['2026-04', '2026-03'],
    // An invalid month is ignored.
    ['1899-12', undefined],
    ['2026-13', undefined],
    ['2026-01-01', undefined],
    ['', undefined],
    [2026, undefined],
    [{ month: '2026-01' }, undefined],
  ])('read the month %j as %s', (month, expected) => {
    expect(read({ from: month }).from).toBe(expected)
    expect(read({ to: month }).to).toBe(expected)
  })

  test('are swapped if the first is after the last', () => {
    expect(read({ from: '2026-02', to: '2025-11' })).toEqual({ ...ALL, from: '2025-11', to: '2026-02' })
    expect(read({ from: '2025-11', to: '2026-02' })).toEqual({ ...ALL, from: '2025-11', to: '2026-02' })
    expect(read({ from: '2026-02', to: '2026-02' })).toEqual({ ...ALL, from: '2026-02', to: '2026-02' })
  })
})
