import type { Practice } from '#contract/schemas/practice.ts'
import { ibanOf } from '#contract/iban.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { paymentUrlOf } from '#contract/website.ts'
import { currencyOf, openOf } from '#contract/invoice.ts'
import type { IntlShape } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'

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

/** A SEPA credit transfer. */
interface Transfer {
  name: string
  iban: string
  /** In cents. */
  amount: number
  reference: string
}

const NAME = 70
const REFERENCE = 140

const oneLine = (text: string, length: number) =>
  // By code point, so that no character is cut in two.
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, length).join('').trim()

/** The text of a payment's QR code, by the European Payments Council's guideline EPC069-12, version 002, in UTF-8. */
export function epcText({ name, iban, amount, reference }: Transfer): string {
  const lines = {
    service: 'BCD',
    version: '002',
    utf8: '1',
    creditTransfer: 'SCT',
    // Of no bank in the European Economic Area.
    bic: '',
    name: oneLine(name, NAME),
    iban,
    amount: `EUR${(amount / 100).toFixed(2)}`,
    purpose: '',
    structuredReference: '',
    reference: oneLine(reference, REFERENCE),
  }
  return Object.values(lines).join('\n')
}

/** What tells this invoice from the others. */
export function namingOf({ number, date }: Invoice, intl: IntlShape) {
  const day = date && intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })
  return { by: number ? 'number' : day ? 'day' : 'other', number: number ?? '', day: day ?? '' }
}
