import type { Page } from '#contract/paging.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { isLate, isToBePaid } from '#contract/amounts.ts'
import { type OpenOfAll, isWhole, openOfAll } from '#src/features/invoices/amounts.ts'
import type { IsoDate } from '#contract/dates.ts'

export interface ToPay extends OpenOfAll {
  /** Due date of the next invoice that is not late; undefined where there is none, or it is not known. */
  nextDue: IsoDate | undefined
}

/** Reads the response to `invoiceQueries.unpaid`. Null: nothing to pay, or not known. */
export function toPayOf(unpaid: Page<Invoice>, today: IsoDate): ToPay | null {
  const open = openOfAll(unpaid, today)
  if (!open || open.count === 0) return null
  if (open.sum !== null && open.sum <= 0) {
    // A credit note does not pay an invoice that is late: the practice still waits for it. No sum is right for both.
    const count = unpaid.content.filter(isToBePaid).length
    return open.late > 0 ? { count, late: open.late, sum: null, nextDue: undefined } : null
  }
  const days = unpaid.content.flatMap((invoice) =>
    isToBePaid(invoice) && !isLate(invoice, today) && invoice.dueDate ? [invoice.dueDate] : [],
  )
  return { ...open, nextDue: isWhole(unpaid) ? days.sort()[0] : undefined }
}
