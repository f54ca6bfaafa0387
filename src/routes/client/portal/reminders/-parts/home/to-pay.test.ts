import { expect, test } from 'vitest'
import type { Invoice } from '#src/api/invoices.ts'
import { toPayOf } from './to-pay.ts'

const TODAY = '2026-11-23'

const unpaid = (...invoices: Partial<Invoice>[]) => ({
  content: invoices.map(
    (invoice, index) => ({ uuid: `${index}`, status: 'UNPAID', totalInclVat: 5, ...invoice }) as Invoice,
  ),
  page: { number: 0, size: 200, totalPages: 1, totalElements: invoices.length },
})

test('toPayOf has the next due day that is not past', () => {
  const invoices = unpaid({ dueDate: '2026-12-05' }, { dueDate: '2026-11-01' }, { dueDate: '2026-11-30' }, {})
  expect(toPayOf(unpaid({ dueDate: TODAY }), TODAY)).toMatchObject({ late: 0, nextDue: TODAY })
  expect(toPayOf(invoices, TODAY)).toEqual({ count: 4, late: 1, sum: 2000, nextDue: '2026-11-30' })
})

test('toPayOf has no due day of credit notes, nor of one page of many', () => {
  expect(toPayOf(unpaid({ dueDate: '2026-12-05', totalInclVat: -1 }, {}), TODAY)).toMatchObject({ nextDue: undefined })
  const { content, page } = unpaid({ dueDate: '2026-12-05' })
  expect(toPayOf({ content, page: { ...page, totalElements: 9 } }, TODAY)).toMatchObject({
    nextDue: undefined,
    sum: null,
  })
})

test('toPayOf is null where nothing is owed', () => {
  expect(toPayOf(unpaid(), TODAY)).toBeNull()
  expect(toPayOf(unpaid({ totalInclVat: -5 }), TODAY)).toBeNull()
})

test('toPayOf has a late invoice, although a credit note is larger', () => {
  const late = { dueDate: '2026-11-01', totalInclVat: 11 }
  const expected = { count: 1, late: 1, sum: null, nextDue: undefined }
  expect(toPayOf(unpaid(late, { totalInclVat: -25 }), TODAY)).toEqual(expected)
  expect(toPayOf(unpaid(late, { totalInclVat: -11 }), TODAY)).toEqual(expected)
  expect(toPayOf(unpaid(late, { totalInclVat: -10 }), TODAY)).toMatchObject({ late: 1, sum: 100 })
  expect(toPayOf(unpaid({ ...late, dueDate: TODAY }, { totalInclVat: -25 }), TODAY)).toBeNull()
})
