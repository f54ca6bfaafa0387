import type { Invoice } from '#contract/invoice.ts'
import type { Page } from '#contract/paging.ts'

/** Calls under way together. */
const AT_ONCE = 3

/** The invoices of all pages, in their order. `getPage` counts from 0; the first says how many there are. */
export async function allInvoices(getPage: (page: number) => Promise<Page<Invoice>>): Promise<Invoice[]> {
  const first = await getPage(0)
  const pages = [first.content]
  let next = 1
  async function fetchOn() {
    while (next < first.page.totalPages) {
      const page = next++
      pages[page] = (await getPage(page)).content
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn))
  // By uuid: while pages are fetched the list may move, and show one twice.
  return [...new Map(pages.flat().map((invoice) => [invoice.uuid, invoice])).values()]
}
