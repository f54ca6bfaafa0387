import type { ItemisedInvoice as Invoice } from '#contract/schemas/invoice.ts'
import { balanceOf, centsOf, isCreditNote, totalOf } from '#contract/invoice.ts'
import { differenceOf, invoiceVat, signedLines, sumOfLines } from '#contract/line-items.ts'
import { accountOf } from '#contract/iban.ts'
import { sentence } from '#contract/text.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { type Texts, textsIn } from '#server/texts.ts'
import { lineTables, vatTable } from './line-tables.ts'
import { type Parties, factsOf, filled, textParts, tradePartiesOf } from './parties.ts'

export function invoiceSheet(invoice: Invoice, parties: Parties): Sheet {
  const texts = textsIn(parties.language)
  const { text, day } = texts
  const isCredit = isCreditNote(invoice)
  const { number, date, dueDate, creditFor, patientNames = [], description } = invoice
  const title = text(isCredit ? 'client.invoices.creditNote' : 'client.invoices.invoice')
  const animals = filled(...patientNames)
  return {
    ...tradePartiesOf(parties),
    title,
    name: filled(title, number).join(' '),
    facts: factsOf({
      [text(isCredit ? 'documents.invoice.creditNumber' : 'documents.invoice.number')]: number,
      [text('documents.invoice.creditFor')]: creditFor,
      [text('documents.invoice.date')]: day(date),
      [text('client.invoices.dueDate')]: dueDate && !isCredit ? day(dueDate) : undefined,
      [text('documents.invoice.clientNumber')]: parties.client.clientNumber,
    }),
    parts: [
      ...textParts({
        [text(animals.length === 1 ? 'client.visitForms.animal' : 'client.invoices.animals')]: animals.join(', '),
        [text('client.invoices.description')]: description,
      }),
      ...lineTables(signedLines(invoice), date, texts),
      ...vatOf(invoice, texts),
      sumsOf(invoice, texts),
      ...filled(paymentOf(invoice, texts), requestOf(invoice, parties)).map((note): Part => ({
        kind: 'note',
        text: note,
      })),
    ],
  }
}

/** Some systems write the amounts of a credit note without a minus sign. */
const signOf = (invoice: Invoice) => (isCreditNote(invoice) && invoice.totalInclVat > 0 ? -1 : 1)

function vatOf(invoice: Invoice, texts: Texts): Part[] {
  const vat = invoiceVat(invoice)
  if (!vat) return []
  const { text, money } = texts
  const amounts = vat.ofLines?.map((row) =>
    text('core.lines.vatAmount', { rate: row.rate, amount: money(row.vat / 100) }),
  )
  return [
    vatTable(vat, texts),
    ...(amounts
      ? [{ kind: 'note' as const, text: text('core.lines.vatOfLines', { amounts: amounts.join(', ') }) }]
      : []),
  ]
}

function sumsOf(invoice: Invoice, { text, money }: Texts): Part {
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
  const lines = signedLines(invoice)
  const difference = lines.length > 0 ? differenceOf(total, lines) : null
  return {
    kind: 'sums',
    rows: [
      ...(difference
        ? [
            sum(text('core.lines.ofLines'), sumOfLines(lines)),
            sum(text(`core.lines.${difference.isRounding ? 'rounding' : 'difference'}`), difference.cents),
          ]
        : []),
      ...(totalExclVat === null ? [] : [sum(text('documents.invoice.totalExclVat'), signOf(invoice) * totalExclVat)]),
      sum(text('documents.invoice.totalInclVat'), total, true),
      ...(paid > 0 && addsUp
        ? [sum(text(isCredit ? 'documents.invoice.refunded' : 'client.invoices.paid'), paid)]
        : []),
      ...(open
        ? [sum(text(isCredit ? 'documents.invoice.openRefund' : 'client.invoices.toPay'), Math.abs(open), true)]
        : []),
      ...(overpaid > 0 ? [sum(text('client.invoices.overpaid'), overpaid, true)] : []),
    ],
  }
}

/** Returns a sentence about the payment or refund; undefined before the first payment. */
function paymentOf(invoice: Invoice, { text, day, money }: Texts): string | undefined {
  const { paidDate, paidAmount, paymentMethod } = invoice
  const { state, overpaid } = balanceOf(invoice)
  if (state === 'open' || ((state === 'refund' || state === 'partPaid') && !paidAmount)) return undefined
  const how = filled(
    paidDate && text('documents.invoice.on', { day: day(paidDate) }),
    paymentMethod && text(`documents.invoice.method.${paymentMethod}`),
  ).join(', ')
  if (isCreditNote(invoice)) {
    if (how)
      return text(state === 'refund' ? 'documents.invoice.partlyRefundedSo' : 'documents.invoice.refundedSo', { how })
    return state === 'refund' ? undefined : text('documents.invoice.isSettled')
  }
  if (state === 'partPaid') return how ? text('documents.invoice.partlyPaidSo', { how }) : undefined
  const paid = how && (state === 'paid' || paidDate) ? text('documents.invoice.paidSo', { how }) : undefined
  if (state === 'overpaid')
    return filled(paid, text('documents.invoice.overpaidBy', { amount: money(overpaid / 100) })).join(' ')
  return paid ?? text(state === 'paid' ? 'documents.invoice.isPaid' : 'documents.invoice.nothingOpen')
}

/** Returns a sentence about how to pay the open amount; undefined if nothing has to be paid. */
function requestOf(invoice: Invoice, { practice, language }: Parties): string | undefined {
  const { text, money } = textsIn(language)
  const { open } = balanceOf(invoice)
  if (open === null || open <= 0) return undefined
  const amount = money(open / 100)
  if (invoice.paymentMethod === 'DIRECT_DEBIT') return text('documents.invoice.directDebit', { amount })
  const account = accountOf(practice)
  if (!account) return undefined
  const { number } = invoice
  const name = practice.accountHolder?.trim() || practice.name
  return filled(
    sentence(text('documents.invoice.pleasePay', { amount, account, name })),
    number && sentence(text('documents.invoice.pleaseMention', { number })),
  ).join(' ')
}
