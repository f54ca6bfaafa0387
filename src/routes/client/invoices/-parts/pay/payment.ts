import type { Practice } from '#contract/schemas/practice.ts'
import { ibanOf } from '#contract/iban.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { paymentUrlOf } from '#contract/website.ts'
import { currencyOf, openOf } from '#contract/amounts.ts'

/** How what is open of an invoice can be paid: by a transfer, by the practice's own page, or either. */
export interface Payment {
  invoice: Invoice
  /** In cents. */
  amount: number
  /** Where a transfer goes to, without blanks. */
  account?: { iban: string; name: string } | undefined
  url?: string | undefined
}

/** Undefined where nothing is to be paid, where the practice collects it, or where it does not say how. */
export function paymentOf(
  invoice: Invoice,
  practice: Pick<Practice, 'name' | 'iban' | 'accountHolder'>,
): Payment | undefined {
  const amount = openOf(invoice) ?? 0
  if (amount <= 0 || currencyOf(invoice) !== 'EUR' || invoice.paymentMethod === 'DIRECT_DEBIT') return undefined
  const iban = ibanOf(practice)
  const name = practice.accountHolder?.trim() || practice.name.trim()
  const account = iban && name ? { iban, name } : undefined
  const url = paymentUrlOf(invoice)
  return account || url ? { invoice, amount, account, url } : undefined
}
