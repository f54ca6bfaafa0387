import type { Page } from '#contract/paging.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { isLate, isToBePaid } from '#contract/amounts.ts'
import { type OpenOfAll, isWhole, openOfAll } from '#src/features/invoices/amounts.ts'
import type { IsoDate } from '#src/lib/dates.ts'

export interface ToPay extends OpenOfAll {
  /** Due date of the next invoice that is not late; undefined where there is none, or it is not known. */
  nextDue: IsoDate | undefined
}

/** Reads the response to `invoiceQueries.unpaid`. Null: nothing to pay, or not known. */
export function toPayOf(unpaid: Page<Invoice>, today: IsoDate): ToPay | null {
  const open = openOfAll(unpaid, today)
  // What the practice owes need not be paid.
  if (!open || open.count === 0 || (open.sum !== null && open.sum <= 0)) return null
  const days = unpaid.content.flatMap((invoice) =>
    isToBePaid(invoice) && !isLate(invoice, today) && invoice.dueDate ? [invoice.dueDate] : [],
  )
  return { ...open, nextDue: isWhole(unpaid) ? days.sort()[0] : undefined }
}
