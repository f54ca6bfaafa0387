import type { Page } from '#contract/paging.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { type OpenOfAll, isLate, openOf, openOfAll } from '#src/features/invoices/amounts.ts'
import type { IsoDate } from '#src/lib/dates.ts'

export interface ToPay extends OpenOfAll {
  /** By when the next one must be paid that is not late; undefined where there is none, or it is not known. */
  nextDue: IsoDate | undefined
}

/** By the answer to `invoiceQueries.unpaid`. Null: nothing, or not known. */
export function toPayOf(unpaid: Page<Invoice>, today: IsoDate): ToPay | null {
  const open = openOfAll(unpaid, today)
  // What the practice owes need not be paid.
  if (!open || open.count === 0 || (open.sum !== null && open.sum <= 0)) return null
  const isWhole = unpaid.page.totalElements <= unpaid.content.length
  const days = unpaid.content.flatMap((invoice) => {
    const isToBePaid = invoice.status === 'UNPAID' && (openOf(invoice) ?? 1) > 0 && !isLate(invoice, today)
    return isToBePaid && invoice.dueDate ? [invoice.dueDate] : []
  })
  return { ...open, nextDue: isWhole ? days.sort()[0] : undefined }
}
