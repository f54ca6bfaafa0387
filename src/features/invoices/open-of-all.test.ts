import { expect, test } from 'vitest'
import type { Invoice } from '#contract/invoice.ts'
import { openOfAll } from './open-of-all.ts'

const TODAY = '2026-03-15'
const invoice = (fields: Partial<Invoice> = {}): Invoice => ({
  uuid: '1',
  status: 'UNPAID',
  date: '2026-03-01',
  totalInclVat: 100,
  ...fields,
})
const open = (content: Invoice[], totalElements = content.length) =>
  openOfAll({ content, page: { number: 0, size: 200, totalPages: 1, totalElements } }, TODAY)

test('how many, how many of them late, and how much', () => {
  expect(open([])).toEqual({ count: 0, late: 0, sum: 0 })
  expect(open([invoice({ dueDate: '2026-03-14' }), invoice({ openAmount: 0.5 })])).toEqual({
    count: 2,
    late: 1,
    sum: 10_050,
  })
  expect(open([invoice({ totalInclVat: -20 })])).toEqual({ count: 1, late: 0, sum: -2000 })
})

test('what is paid does not count, though an API sends it', () => {
  expect(open([invoice(), invoice({ status: 'PAID' })])).toEqual({ count: 1, late: 0, sum: 10_000 })
})

test.each<[string, Partial<Invoice>]>([
  ['an amount', { totalInclVat: undefined as never }],
  ['a status that is known', { status: 'DISPUTED' as never }],
])('without %s it counts, and there is no sum', (_, fields) => {
  expect(open([invoice(), invoice(fields)])).toMatchObject({ count: 2, sum: null })
})

test('of a part there is only the number of all, and not even that where what is paid is among them', () => {
  expect(open([invoice({ dueDate: '2026-03-14' })], 300)).toEqual({ count: 300, late: 0, sum: null })
  expect(open([invoice(), invoice({ status: 'PAID' })], 300)).toBeNull()
})
