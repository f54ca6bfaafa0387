import { expect, test } from 'vitest'
import type { Invoice } from '#contract/invoice.ts'
import { allInvoices } from './all-invoices.ts'

const invoice = (uuid: string): Invoice => ({ uuid, status: 'PAID', date: '2026-01-01', totalInclVat: 1 })

/** A list of so many pages of one invoice. Later pages answer sooner. */
function list(totalPages: number, uuidOf: (page: number) => string = String) {
  const asked: number[] = []
  let under = 0
  let most = 0
  const getPage = async (page: number) => {
    asked.push(page)
    most = Math.max(most, ++under)
    for (let turn = page; turn < totalPages; turn++) await Promise.resolve()
    under -= 1
    return {
      content: [invoice(uuidOf(page))],
      page: { number: page, size: 1, totalPages, totalElements: totalPages },
    }
  }
  return { getPage, asked, most: () => most }
}

const uuids = (invoices: Invoice[]) => invoices.map(({ uuid }) => uuid)

test('every page is asked for once, and its invoices come in their order', async () => {
  const { getPage, asked, most } = list(8)
  expect(uuids(await allInvoices(getPage))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(most()).toBe(3)
})

test('a single page is one call; none is none', async () => {
  const one = list(1)
  expect(uuids(await allInvoices(one.getPage))).toEqual(['0'])
  expect(one.asked).toEqual([0])
  const page = { number: 0, size: 200, totalPages: 0, totalElements: 0 }
  expect(await allInvoices(() => Promise.resolve({ content: [], page }))).toEqual([])
})

test('one that moved to another page meanwhile is there once', async () => {
  const { getPage } = list(3, (page) => (page === 2 ? '1' : String(page)))
  expect(uuids(await allInvoices(getPage))).toEqual(['0', '1'])
})

test('a page that fails is a failure', async () => {
  const { getPage } = list(5)
  const failing = (page: number) => (page === 3 ? Promise.reject(new Error('page 3')) : getPage(page))
  await expect(allInvoices(failing)).rejects.toThrow('page 3')
})
