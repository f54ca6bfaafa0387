import type { Invoice } from '#contract/schemas/invoice.ts'
import { accountOf } from '#contract/iban.ts'
import { formats } from './formats.ts'
import { type Parties, factsOf, filled, partiesOf } from './parties.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { INVOICE_WORDS } from './words.ts'

const isCreditNote = ({ totalInclVat, creditFor }: Invoice) => totalInclVat < 0 || Boolean(creditFor)

/** What is still to be paid, of a credit note to be paid back. */
function openOf({ status, totalInclVat, paidAmount, openAmount }: Invoice): number {
  if (openAmount !== undefined) return openAmount
  return status === 'PAID' ? 0 : totalInclVat - (paidAmount ?? 0)
}

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

function vatOf({ vat }: Invoice, { language }: Parties): Part[] {
  if (!vat || vat.length === 0) return []
  const words = INVOICE_WORDS[language]
  const { money, percent } = formats(language)
  return [
    {
      kind: 'table',
      columns: [{ label: words.vat }, { label: words.base, figures: true }, { label: words.amount, figures: true }],
      rows: vat.map(({ rate, base, amount }) => [percent(rate), money(base), money(amount)]),
    },
  ]
}

function sumsOf(invoice: Invoice, { language }: Parties): Part {
  const words = INVOICE_WORDS[language]
  const { money } = formats(language)
  const { totalExclVat, totalInclVat, paidAmount } = invoice
  const isCredit = isCreditNote(invoice)
  const sum = (label: string, amount: number, strong = false) => ({
    label,
    value: money(amount),
    ...(strong && { strong }),
  })
  return {
    kind: 'sums',
    rows: [
      ...(totalExclVat === undefined ? [] : [sum(words.totalExclVat, totalExclVat)]),
      sum(words.totalInclVat, totalInclVat, true),
      ...(paidAmount ? [sum(isCredit ? words.refunded : words.paid, Math.abs(paidAmount))] : []),
      sum(isCredit ? words.openRefund : words.open, isCredit ? Math.abs(openOf(invoice)) : openOf(invoice), true),
    ],
  }
}

/** How it was paid, as far as it was. */
function paymentOf(invoice: Invoice, { language }: Parties): string | undefined {
  const words = INVOICE_WORDS[language]
  const { status, paidDate, paidAmount, paymentMethod } = invoice
  const isPaid = status === 'PAID'
  if (!isPaid && !paidAmount) return undefined
  const way = paymentMethod && words.methods[paymentMethod]
  const how = filled(paidDate && words.on(formats(language).day(paidDate)), way).join(', ')
  if (isCreditNote(invoice)) return how ? words.refundedSo(how) : isPaid ? words.isSettled : undefined
  if (isPaid) return how ? words.paidSo(how) : words.isPaid
  return how ? words.partlyPaidSo(how) : undefined
}

/** How what is open is to be paid. */
function requestOf(invoice: Invoice, { practice, language }: Parties): string | undefined {
  const words = INVOICE_WORDS[language]
  const open = openOf(invoice)
  if (open <= 0 || isCreditNote(invoice)) return undefined
  const amount = formats(language).money(open)
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
