import { isWhole } from '#contract/paging.ts'
import { describe, expect, test } from 'vitest'
import type { Invoice } from '#src/api/invoices.ts'
import { openOfAll, sumOfOpen, sumOfTotals } from './amounts.ts'

const invoice = (fields: Partial<Invoice> = {}): Invoice => ({
  uuid: '1',
  status: 'UNPAID',
  date: '2026-03-01',
  totalInclVat: 100,
  ...fields,
})

describe('sums of invoices', () => {
  test('have no rounding errors', () => {
    const dimes = Array.from({ length: 10 }, () => invoice({ totalInclVat: 0.1 }))
    expect(sumOfTotals(dimes)).toBe(100)
    expect(sumOfTotals([1.1, 2.2, 4.35, 1.15].map((totalInclVat) => invoice({ totalInclVat })))).toBe(880)
  })

  test('subtract credit notes', () => {
    const invoices = [invoice({ totalInclVat: 80.25 }), invoice({ totalInclVat: -100.5 })]
    expect(sumOfTotals(invoices)).toBe(-2025)
    expect(sumOfOpen(invoices)).toBe(-2025)
  })

  test('do not subtract overpayments from the open amount', () => {
    expect(sumOfOpen([invoice(), invoice({ openAmount: -40 }), invoice({ paidAmount: 130 })])).toBe(10_000)
  })

  test('leave settled invoices out of the open amount', () => {
    expect(sumOfOpen([invoice(), invoice({ status: 'PAID', currency: 'USD' })])).toBe(10_000)
    expect(sumOfTotals([invoice(), invoice({ currency: ' eur' })])).toBe(20_000)
  })

  test.each<[string, Partial<Invoice>]>([
    ['without an amount', { totalInclVat: undefined }],
    ['whose amount is no number', { totalInclVat: '12' as never }],
    ['in another currency', { currency: 'USD' }],
  ])('are unknown if they contain an invoice %s', (_, fields) => {
    expect(sumOfTotals([invoice(), invoice(fields)])).toBeNull()
    expect(sumOfOpen([invoice(), invoice(fields)])).toBeNull()
    expect(sumOfTotals([invoice(), invoice({ currency: 'EUR' })])).toBe(20_000)
  })

  test('are computed only if every page of the list is loaded', () => {
    const page = (totalElements: number) => ({ number: 0, size: 200, totalPages: 1, totalElements })
    expect(isWhole({ content: [invoice()], page: page(1) })).toBe(true)
    expect(isWhole({ content: [invoice()], page: page(2) })).toBe(false)
  })
})

const TODAY = '2026-03-15'
const open = (content: Invoice[], totalElements = content.length) =>
  openOfAll({ content, page: { number: 0, size: 200, totalPages: 1, totalElements } }, TODAY)

test('openOfAll returns the number of open and of late invoices, and the open amount', () => {
  expect(open([])).toEqual({ count: 0, late: 0, sum: 0 })
  const two = [invoice({ dueDate: '2026-03-14' }), invoice({ openAmount: 0.5 })]
  expect(open(two)).toEqual({ count: 2, late: 1, sum: 10_050 })
  expect(open([invoice({ totalInclVat: -20 })])).toEqual({ count: 1, late: 0, sum: -2000 })
})

test('openOfAll leaves out settled invoices', () => {
  const settled = [invoice({ openAmount: 0, dueDate: '2026-03-01' }), invoice({ paidAmount: 120 })]
  expect(open([invoice(), ...settled])).toEqual({ count: 1, late: 0, sum: 10_000 })
  expect(open(settled)).toEqual({ count: 0, late: 0, sum: 0 })
  expect(open(settled, 300)).toBeNull()
})

test.each<[string, Partial<Invoice>]>([
  ['an amount', { totalInclVat: undefined }],
  ['a known status', { status: 'DISPUTED' }],
])('openOfAll returns no amount if an invoice lacks %s', (_, fields) => {
  expect(open([invoice(), invoice(fields)])).toMatchObject({ count: 2, sum: null })
})

test('openOfAll returns at most the total for one page of several', () => {
  expect(open([invoice({ dueDate: '2026-03-14' })], 300)).toEqual({ count: 300, late: 0, sum: null })
  expect(open([invoice(), invoice({ status: 'PAID' })], 300)).toBeNull()
})
