import type { Invoice } from '#contract/schemas/invoice.ts'
import { balanceOf, centsOf, isCreditNote, totalOf } from '#contract/amounts.ts'
import { accountOf } from '#contract/iban.ts'
import { formats } from './formats.ts'
import { type Parties, factsOf, filled, partiesOf } from './parties.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { INVOICE_WORDS } from './words.ts'

export function invoiceSheet(invoice: Invoice, parties: Parties): Sheet {
  const words = INVOICE_WORDS[parties.language]
  const { day } = formats(parties.language)
  const isCredit = isCreditNote(invoice)
  const { number, date, dueDate, creditFor, patientNames = [], description } = invoice
  const title = isCredit ? words.creditNote : words.invoice
  const animals = filled(...patientNames)
  const texts: [heading: string, text: string | undefined][] = [
    [animals.length === 1 ? words.animal : words.animals, animals.join(', ')],
    [words.description, description],
  ]
  return {
    ...partiesOf(parties),
    title,
    name: filled(title, number).join(' '),
    facts: factsOf({
      [isCredit ? words.creditNumber : words.number]: number,
      [words.creditFor]: creditFor,
      [words.date]: day(date),
      [words.dueDate]: dueDate && !isCredit ? day(dueDate) : undefined,
      [words.clientNumber]: parties.client.clientNumber,
    }),
    parts: [
      ...texts.flatMap(([heading, text]): Part[] =>
        text?.trim() ? [{ kind: 'text', heading, text: text.trim() }] : [],
      ),
      ...vatOf(invoice, parties),
      sumsOf(invoice, parties),
      ...filled(paymentOf(invoice, parties), requestOf(invoice, parties)).map((text): Part => ({ kind: 'note', text })),
    ],
  }
}

/** Some systems write the amounts of a credit note without a minus sign. */
const signOf = (invoice: Invoice) => (isCreditNote(invoice) && invoice.totalInclVat > 0 ? -1 : 1)

function vatOf(invoice: Invoice, { language }: Parties): Part[] {
  const { vat } = invoice
  if (!vat || vat.length === 0) return []
  const sign = signOf(invoice)
  const words = INVOICE_WORDS[language]
  const { money, percent } = formats(language)
  return [
    {
      kind: 'table',
      columns: [{ label: words.vat }, { label: words.base, figures: true }, { label: words.amount, figures: true }],
      rows: vat.map(({ rate, base, amount }) => [percent(rate), money(sign * base), money(sign * amount)]),
    },
  ]
}

function sumsOf(invoice: Invoice, { language }: Parties): Part {
  const words = INVOICE_WORDS[language]
  const { money } = formats(language)
  const totalExclVat = centsOf(invoice.totalExclVat)
  const isCredit = isCreditNote(invoice)
  const { open, overpaid } = balanceOf(invoice)
  const total = totalOf(invoice) ?? 0
  const paid = Math.abs(centsOf(invoice.paidAmount) ?? 0)
  // A paid amount that contradicts the balance is left out: the column has to add up.
  const addsUp = Math.abs(total) - paid === Math.abs(open ?? 0) - overpaid
  const sum = (label: string, cents: number, strong = false) => ({
    label,
    value: money(cents / 100),
    ...(strong && { strong }),
  })
  return {
    kind: 'sums',
    rows: [
      ...(totalExclVat === null ? [] : [sum(words.totalExclVat, signOf(invoice) * totalExclVat)]),
      sum(words.totalInclVat, total, true),
      ...(paid > 0 && addsUp ? [sum(isCredit ? words.refunded : words.paid, paid)] : []),
      ...(open ? [sum(isCredit ? words.openRefund : words.open, Math.abs(open), true)] : []),
      ...(overpaid > 0 ? [sum(words.overpaid, overpaid, true)] : []),
    ],
  }
}

/** How it was paid, as far as it was. */
function paymentOf(invoice: Invoice, { language }: Parties): string | undefined {
  const words = INVOICE_WORDS[language]
  const { day, money } = formats(language)
  const { paidDate, paidAmount, paymentMethod } = invoice
  const { state, overpaid } = balanceOf(invoice)
  if (state === 'open' || ((state === 'refund' || state === 'partPaid') && !paidAmount)) return undefined
  const way = paymentMethod && words.methods[paymentMethod]
  const how = filled(paidDate && words.on(day(paidDate)), way).join(', ')
  if (isCreditNote(invoice)) return how ? words.refundedSo(how) : state === 'refund' ? undefined : words.isSettled
  if (state === 'partPaid') return how ? words.partlyPaidSo(how) : undefined
  const paid = how && (state === 'paid' || paidDate) ? words.paidSo(how) : undefined
  if (state === 'overpaid') return filled(paid, words.overpaidBy(money(overpaid / 100))).join(' ')
  return paid ?? (state === 'paid' ? words.isPaid : words.nothingOpen)
}

/** How what is open is to be paid. */
function requestOf(invoice: Invoice, { practice, language }: Parties): string | undefined {
  const words = INVOICE_WORDS[language]
  const { open } = balanceOf(invoice)
  if (open === null || open <= 0) return undefined
  const amount = formats(language).money(open / 100)
  if (invoice.paymentMethod === 'DIRECT_DEBIT') return words.directDebit(amount)
  const account = accountOf(practice)
  if (!account) return undefined
  const { accountHolder, name } = practice
  return words.pleasePay({
    amount,
    account,
    name: accountHolder?.trim() || name,
    number: invoice.number,
  })
}
