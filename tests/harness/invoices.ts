import { type Arbitrary, array, constantFrom, integer, option, record, sample, string } from 'fast-check'
import { signedLines, vatByRate } from '#contract/line-items.ts'
import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import { uuid } from './example-export.ts'

// Generates invoices as practice systems export them. Tests compare their sums on the screen, in the PDF, in the CSV
// file and in the UBL file.

const ANIMALS = [
  {},
  { patientUuid: uuid('a', 1), patientName: 'Bella' },
  { patientUuid: uuid('a', 2), patientName: 'Simba' },
  { patientName: 'Nala' },
]
const ITEMS = ['Consult', 'Vaccinatie cocktail', 'Meloxicam 1,5 mg/ml', 'Dieetvoer; 7 kg', '=Bloedonderzoek', 'Korting']

const line: Arbitrary<LineItem> = record({
  description: constantFrom(...ITEMS),
  animal: constantFrom(...ANIMALS),
  date: option(constantFrom('2026-03-10', '2026-03-12'), { nil: undefined }),
  quantity: option(integer({ min: 1, max: 500 }), { nil: undefined }),
  unit: option(constantFrom('st', 'ml', 'kg'), { nil: undefined }),
  price: integer({ min: -2000, max: 150_000 }),
  discount: option(integer({ min: 1, max: 500 }), { nil: undefined }),
  vatRate: constantFrom(21, 21, 9, 9, 0),
  /** A line without a rate is rare, because its invoice has no VAT by rate. */
  lacksRate: integer({ min: 0, max: 99 }).map((share) => share === 0),
}).map(({ animal, price, quantity, discount = 0, unit, date, vatRate, lacksRate, ...others }) => {
  const count = (quantity ?? 100) / 100
  const cents = Math.round(price * count) - (price > 0 ? discount : 0)
  return {
    ...others,
    ...animal,
    ...(!lacksRate && { vatRate }),
    ...(date && { date }),
    ...(quantity !== undefined && { quantity: count, unitPrice: price / 100, ...(unit && { unit }) }),
    ...(price > 0 && discount > 0 && { discount: discount / 100 }),
    amount: cents / 100,
  }
})

/** Whether an invoice is a credit note, and how its system writes the amounts. */
const KINDS = ['invoice', 'invoice', 'credit with minus', 'credit without minus', 'credit with minus in total'] as const

export const itemisedInvoice: Arbitrary<ItemisedInvoice> = record({
  kind: constantFrom(...KINDS),
  lines: array(line, { minLength: 1, maxLength: 30 }),
  /** Cents between the total and the lines. */
  difference: constantFrom(0, 0, 0, 1, -2, 250),
  statesVat: constantFrom('no', 'no', 'as lines', 'other'),
  paidShare: constantFrom(0, 0, 0.4, 1),
  number: string({ unit: constantFrom(...'0123456789'), minLength: 4, maxLength: 8 }),
  key: integer({ min: 1, max: 999 }),
}).map(({ kind, lines: given, difference, statesVat, paidShare, number, key }) => {
  const sum = given.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  // The lines of an invoice and of a credit note without a minus add up to a positive amount.
  const lines = sum < 0 ? given.map((each) => ({ ...each, amount: 0 - each.amount })) : given
  const isCredit = kind !== 'invoice'
  const total = Math.max(Math.abs(sum) + difference, 1)
  const isNegative = kind === 'credit with minus' || kind === 'credit with minus in total'
  const paid = isCredit ? 0 : Math.round(total * paidShare)
  const invoice: ItemisedInvoice = {
    uuid: uuid('5', key),
    number,
    date: '2026-03-12',
    dueDate: '2026-03-26',
    status: paid === total ? 'PAID' : 'UNPAID',
    totalInclVat: (isNegative ? 0 - total : total) / 100,
    paidAmount: paid / 100,
    ...(isCredit && { creditFor: '2026-1' }),
    lines: kind === 'credit with minus' ? lines.map((each) => ({ ...each, amount: 0 - each.amount })) : lines,
  }
  if (statesVat === 'no') return invoice
  const groups = vatByRate(signedLines(invoice)).filter(({ rate }) => rate !== null)
  const vat = groups.map(({ rate, gross, vat: amount }, at) => {
    const stated = amount + (statesVat === 'other' && at === 0 ? 3 : 0)
    return { rate: rate ?? 0, base: (gross - stated) / 100, amount: stated / 100 }
  })
  return { ...invoice, vat }
})

/** Returns the same invoices for the same seed. */
export const generatedInvoices = (count: number, seed = 44): ItemisedInvoice[] =>
  sample(itemisedInvoice, { numRuns: count, seed })
