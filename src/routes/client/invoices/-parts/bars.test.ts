import { describe, expect, test } from 'vitest'
import type { Invoice } from '#src/api/invoices.ts'
import { barKeys, barPeriod, barSums } from './bars.ts'

describe('barPeriod', () => {
  test.each([
    [{ from: undefined, to: undefined }, '2025-04 2026-03'],
    [{ from: '2026-01', to: '2026-02' }, '2026-01 2026-02'],
    [{ from: '2026-02', to: undefined }, '2026-02 2026-03'],
    [{ from: undefined, to: '2025-12' }, '2025-01 2025-12'],
  ])('reads %j in March 2026 as %s', (chosen, expected) => {
    const { from, to } = barPeriod(chosen, '2026-03')
    expect(`${from} ${to}`).toBe(expected)
  })
})

describe('barKeys', () => {
  test('returns a key for each month', () => {
    expect(barKeys({ from: '2025-11', to: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(barKeys({ from: '2026-02', to: '2026-02' })).toEqual(['2026-02'])
  })

  test('returns a key for each year of a period beyond 24 months', () => {
    expect(barKeys({ from: '2025-01', to: '2026-12' })).toHaveLength(24)
    expect(barKeys({ from: '2024-12', to: '2026-12' })).toEqual(['2024', '2025', '2026'])
  })
})

const invoice = (date: string, fields: Partial<Invoice> = {}): Invoice => ({
  uuid: date,
  status: 'PAID',
  date,
  totalInclVat: 10.1,
  ...fields,
})

describe('barSums', () => {
  test('returns the total and the open amount of each month in cents', () => {
    const invoices = [
      invoice('2026-01-01'),
      invoice('2026-01-31', { status: 'UNPAID', openAmount: 0.2 }),
      invoice('2026-03-01'),
      invoice('2026-03-02', { totalInclVat: -20 }),
      invoice('2026-04-01'),
    ]
    expect(barSums(invoices, ['2026-01', '2026-02', '2026-03'])).toEqual([
      { key: '2026-01', total: 2020, open: 20 },
      { key: '2026-02', total: 0, open: 0 },
      { key: '2026-03', total: -990, open: 0 },
    ])
  })

  test('adds up the months of a year', () => {
    const sums = barSums([invoice('2025-01-01'), invoice('2025-12-31')], ['2025'])
    expect(sums).toEqual([{ key: '2025', total: 2020, open: 0 }])
  })

  test('returns null without amounts or without invoices in the period', () => {
    expect(barSums([invoice('2026-01-01', { totalInclVat: undefined as never })], ['2026-01'])).toBeNull()
    expect(barSums([{ uuid: '1', status: 'PAID' } as Invoice], ['2026-01'])).toBeNull()
    expect(barSums([invoice('2026-01-01')], ['2026-02'])).toBeNull()
    expect(barSums([invoice('2026-01-01')], ['2026-01'])).not.toBeNull()
  })
})
