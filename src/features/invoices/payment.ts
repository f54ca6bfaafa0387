import type { Practice } from '#contract/schemas/practice.ts'
import { ibanOf } from '#contract/iban.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { paymentUrlOf } from '#contract/website.ts'
import { currencyOf, openOf } from '#contract/invoice.ts'
import type { IntlShape } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'

/** Ways to pay the open amount of an invoice: by transfer, on the practice's payment page, or both. */
export interface Payment {
  invoice: Invoice
  /** Open amount in cents. */
  amount: number
  /** Bank account for a transfer; the IBAN has no spaces. */
  account?: { iban: string; name: string } | undefined
  url?: string | undefined
}

/** Returns the ways to pay; undefined if nothing is open, the practice uses direct debit, or no way is known. */
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
  /** Amount in cents. */
  amount: number
  reference: string
}

const NAME = 70
const REFERENCE = 140

const oneLine = (text: string, length: number) =>
  // Cuts by code point, so that no surrogate pair is split.
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, length).join('').trim()

/** Returns the text of a payment QR code by EPC069-12 of the European Payments Council, version 002, in UTF-8. */
export function epcText({ name, iban, amount, reference }: Transfer): string {
  const lines = {
    service: 'BCD',
    version: '002',
    utf8: '1',
    creditTransfer: 'SCT',
    // Optional within the European Economic Area.
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

/** Returns the values that identify an invoice in texts: the number, otherwise the day. */
export function namingOf({ number, date }: Invoice, intl: IntlShape) {
  const day = date && intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })
  return { by: number ? 'number' : day ? 'day' : 'other', number: number ?? '', day: day ?? '' }
}
