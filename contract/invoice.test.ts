import { expect, test } from 'vitest'
import {
  type BalanceState,
  type InvoiceAmounts,
  balanceOf,
  byDueDate,
  centsOf,
  currencyOf,
  isCreditNote,
  isLate,
  isToBePaid,
  totalOf,
} from './invoice.ts'

test.each<[number | null | undefined, number | null]>([
  [0.1 + 0.2, 30],
  [1.005, 101],
  [1_234_567.89, 123_456_789],
  [0.004, 0],
  [-0, 0],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [undefined, null],
])('centsOf(%d) is %d', (euros, cents) => {
  expect(centsOf(euros)).toBe(cents)
})

/** Columns: status, total, paid, open amount; then state, cents to pay, cents overpaid. `_` is an absent field. */
const _ = undefined
type Row = [
  status: string | null | undefined,
  total: number | null | undefined,
  paid: number | null | undefined,
  openAmount: number | null | undefined,
  state: BalanceState,
  open: number | null,
  overpaid: number,
]

const DECISIONS: Row[] = [
  // The fields agree.
  ['UNPAID', 100, _, _, 'open', 10_000, 0],
  ['UNPAID', 100, null, null, 'open', 10_000, 0],
  ['UNPAID', 100, 25.5, _, 'partPaid', 7450, 0],
  ['UNPAID', 100, 60, 40, 'partPaid', 4000, 0],
  ['PAID', 100, 100, 0, 'paid', 0, 0],
  ['PAID', _, _, _, 'paid', 0, 0],

  // PAID takes precedence over amounts that are still open.
  ['PAID', 121, 0, 121, 'paid', 0, 0],
  ['PAID', _, _, 71, 'paid', 0, 0],

  // UNPAID with nothing open means nothing to pay.
  ['UNPAID', 100, _, 0, 'nothingOpen', 0, 0],
  ['UNPAID', 100, 100, _, 'nothingOpen', 0, 0],
  ['UNPAID', 0, _, 12, 'nothingOpen', 0, 0],
  ['UNPAID', _, _, 0, 'nothingOpen', 0, 0],

  // Contradictory amounts: the lowest supported amount counts.
  ['UNPAID', 100, 25, 40, 'partPaid', 4000, 0],
  ['UNPAID', 121, 50, 121, 'partPaid', 7100, 0],
  ['UNPAID', 100, _, 131, 'open', 10_000, 0],
  ['UNPAID', 100, -20, _, 'open', 10_000, 0],
  ['UNPAID', 100, 0, -100, 'nothingOpen', 0, 0],
  ['UNPAID', 100, 40, -5, 'nothingOpen', 0, 0],

  // An overpayment is reported for every status.
  ['UNPAID', 100, _, -20, 'overpaid', 0, 2000],
  ['UNPAID', 100, 120, 100, 'overpaid', 0, 2000],
  ['PAID', 100, 120, -15, 'overpaid', 0, 1500],
  ['PAID', 100, 100, -20, 'overpaid', 0, 2000],
  ['PAID', 100, _, -0.01, 'overpaid', 0, 1],
  ['PAID', 100, 200, _, 'overpaid', 0, 10_000],
  ['PAID', _, _, -20, 'overpaid', 0, 2000],
  ['PAID', 100, 50, -20, 'paid', 0, 0],

  // Floating-point noise and rounding differences.
  ['UNPAID', 0.3, 0.1 + 0.2, _, 'nothingOpen', 0, 0],
  ['UNPAID', 100, _, 0.005, 'nothingOpen', 0, 0],
  ['UNPAID', 100, _, -0.005, 'nothingOpen', 0, 0],
  ['UNPAID', 100, _, 0.01, 'partPaid', 1, 0],

  // Unknown amounts.
  ['UNPAID', _, _, _, 'open', null, 0],
  ['UNPAID', _, _, 40, 'open', 4000, 0],
  ['UNPAID', Number.NaN, _, 40, 'open', 4000, 0],

  // Other statuses request nothing; the amounts can still show that nothing is open.
  ['DISPUTED', 100, _, _, 'unknown', null, 0],
  ['CANCELLED', 100, 100, 0, 'nothingOpen', 0, 0],
  ['CANCELLED', 100, _, -100, 'overpaid', 0, 10_000],
  [_, 100, _, 100, 'unknown', null, 0],
  ['', _, _, _, 'unknown', null, 0],
  [_, 100, 100, _, 'nothingOpen', 0, 0],

  // Credit notes never ask the client for money.
  ['UNPAID', -100, _, _, 'refund', -10_000, 0],
  ['UNPAID', -100, _, 100, 'refund', -10_000, 0],
  ['UNPAID', -100, -40, _, 'refund', -6000, 0],
  ['UNPAID', -100, 40, -60, 'refund', -6000, 0],
  ['UNPAID', -100, -100, _, 'nothingOpen', 0, 0],
  ['UNPAID', -100, _, 0, 'nothingOpen', 0, 0],
  ['PAID', -100, _, -100, 'paid', 0, 0],
  ['DRAFT', -100, _, _, 'unknown', null, 0],
]

test.each(DECISIONS)(
  'balanceOf: status %s, total %s, paid %s, open amount %s: %s, %s cents open, %s overpaid',
  (status, totalInclVat, paidAmount, openAmount, state, open, overpaid) => {
    expect(balanceOf({ status, totalInclVat, paidAmount, openAmount })).toEqual({ state, open, overpaid })
  },
)

test('balanceOf never reports an open amount above the total', () => {
  const amounts = [_, null, 0, 0.005, 40, 100, 120, -40, -100]
  const all = ['PAID', 'UNPAID', 'DISPUTED', _].flatMap((status) =>
    amounts.flatMap((totalInclVat) =>
      amounts.flatMap((paidAmount) =>
        amounts.flatMap((openAmount) =>
          [_, '2026-1'].map((creditFor) => ({ status, totalInclVat, paidAmount, openAmount, creditFor })),
        ),
      ),
    ),
  )
  for (const invoice of all) {
    const { open, overpaid, state } = balanceOf(invoice)
    const total = totalOf(invoice)
    expect(Number.isInteger(open ?? 0) && Number.isInteger(overpaid) && overpaid >= 0).toBe(true)
    if (isToBePaid(invoice)) expect([invoice.status, isCreditNote(invoice)]).toEqual(['UNPAID', false])
    else expect(open ?? 0).toBeLessThanOrEqual(0)
    if (total !== null) expect(open ?? 0).toBeLessThanOrEqual(Math.max(total, 0))
    if (overpaid > 0) expect([state, open]).toEqual(['overpaid', 0])
    expect(isLate({ ...invoice, dueDate: '2026-03-14' }, '2026-03-15')).toBe(isToBePaid(invoice))
  }
})

test.each<[InvoiceAmounts, boolean]>([
  [{ dueDate: '2026-03-14' }, true],
  [{ dueDate: '2026-03-15' }, false],
  [{ dueDate: '' }, false],
  [{ dueDate: '2026-03-14', openAmount: 0.01 }, true],
  [{ dueDate: '2026-03-14', openAmount: -5 }, false],
])('isLate of an UNPAID invoice with %j on 15 March is %s', (fields, late) => {
  expect(isLate({ status: 'UNPAID', totalInclVat: 100, ...fields }, '2026-03-15')).toBe(late)
})

test.each<[InvoiceAmounts, boolean, number | null]>([
  [{ totalInclVat: 100, creditFor: '2026-1' }, true, -10_000],
  [{ totalInclVat: -100, creditFor: '2026-1' }, true, -10_000],
  [{ totalInclVat: -0.01 }, true, -1],
  [{ totalInclVat: -0.001 }, false, 0],
  [{ totalInclVat: 100, creditFor: null }, false, 10_000],
  [{ totalInclVat: 100, creditFor: ' ' }, false, 10_000],
  [{}, false, null],
])('an invoice %j is a credit note: %s, with a total of %s', (fields, isCredit, total) => {
  expect([isCreditNote(fields), totalOf(fields)]).toEqual([isCredit, total])
})

test.each<[string | null | undefined, string]>([
  [undefined, 'EUR'],
  [' eur ', 'EUR'],
  ['€', 'EUR'],
  ['usd', 'USD'],
  ['?', '?'],
])('currencyOf %j is %s', (currency, code) => {
  expect(currencyOf({ currency })).toBe(code)
})

test('byDueDate sorts open invoices by due date, before invoices with nothing to pay', () => {
  const open = { status: 'UNPAID', totalInclVat: 1 }
  const invoices = [
    { ...open, id: 'settled', openAmount: 0, dueDate: '2026-01-01' },
    { ...open, id: 'no date' },
    { ...open, id: 'no due date', date: '2026-02-01' },
    { ...open, id: 'later', dueDate: '2026-04-01', date: '2026-03-01' },
    { ...open, id: 'sooner', dueDate: '2026-03-01', date: '2026-02-02' },
    { ...open, id: 'older', dueDate: '2026-03-01', date: '2026-02-01' },
    { status: 'UNPAID', id: 'credit', totalInclVat: -5, dueDate: '2026-02-01' },
  ]
  const order = byDueDate(invoices).map(({ id }) => id)
  expect(order).toEqual(['older', 'sooner', 'later', 'no due date', 'no date', 'settled', 'credit'])
})
