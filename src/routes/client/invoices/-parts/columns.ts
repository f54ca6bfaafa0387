import type { Invoice } from '#src/api/invoices.ts'
import { totalOf } from '#contract/amounts.ts'

/** What has a column: not what none of the invoices has. */
export interface Columns {
  date: boolean
  /** By itself, beside the description. Where there are no descriptions it is in their place. */
  number: boolean
  /** Until when each is to be paid: where that is told it has the place of the number, which asks nothing of anybody. */
  due: boolean
  description: boolean
  amount: boolean
  status: boolean
}

export function columnsOf(invoices: readonly Invoice[]): Columns {
  const description = invoices.some((invoice) => invoice.description)
  return {
    date: invoices.some(({ date }) => date),
    number: description && invoices.some(({ number }) => number),
    due: description && invoices.some(({ dueDate }) => dueDate),
    description,
    amount: invoices.some((invoice) => totalOf(invoice) !== null),
    status: invoices.some(({ status }) => status),
  }
}
