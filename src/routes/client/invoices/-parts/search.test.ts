import { describe, expect, test } from 'vitest'
import { readInvoiceSearch } from './search.ts'

const MARCH = new Date(2026, 2, 31)
const read = (raw: Record<string, unknown>) => readInvoiceSearch(raw, MARCH)
const ALL = { page: 1, status: 'ALL', from: undefined, to: undefined }

test('an address that says nothing is about everything', () => {
  expect(read({})).toEqual(ALL)
})

test.each<[unknown, string]>([
  ['PAID', 'PAID'],
  ['UNPAID', 'UNPAID'],
  ['ALL', 'ALL'],
  ['paid', 'ALL'],
  [['PAID'], 'ALL'],
  [1, 'ALL'],
])('status %j is %s', (status, expected) => {
  expect(read({ status }).status).toBe(expected)
})

describe('a month', () => {
  test.each<[unknown, string | undefined]>([
    ['2026-01', '2026-01'],
    ['2026-03', '2026-03'],
    ['1900-01', '1900-01'],
    // Still to come.
    ['2026-04', '2026-03'],
    ['9999-12', '2026-03'],
    // None.
    ['1899-12', undefined],
    ['2026-00', undefined],
    ['2026-13', undefined],
    ['2026-1', undefined],
    ['2026-01-01', undefined],
    [' 2026-01', undefined],
    ['', undefined],
    [2026, undefined],
    [202_601, undefined],
    [null, undefined],
    [['2026-01'], undefined],
    [{ month: '2026-01' }, undefined],
  ])('%j is %s, at both ends', (month, expected) => {
    expect(read({ from: month }).from).toBe(expected)
    expect(read({ to: month }).to).toBe(expected)
  })

  test('the wrong way round is turned', () => {
    expect(read({ from: '2026-02', to: '2025-11' })).toEqual({ ...ALL, from: '2025-11', to: '2026-02' })
    expect(read({ from: '2025-11', to: '2026-02' })).toEqual({ ...ALL, from: '2025-11', to: '2026-02' })
    expect(read({ from: '2026-02', to: '2026-02' })).toEqual({ ...ALL, from: '2026-02', to: '2026-02' })
  })
})
