import { type Arbitrary, assert, constant, constantFrom, integer, option, property, record, array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceOf, totalOf } from '#contract/invoice.ts'
import { vatByRate } from '#contract/line-items.ts'
import type { Invoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import {
  RULES,
  all,
  attribute,
  brokenRules,
  cents,
  changed,
  linesIn,
  parseXml,
  text,
  textOf,
} from '#harness/en16931.ts'
import type { Parties } from './parties.ts'
import { ublOf } from './ubl.ts'

type Itemised = Invoice & { lines: LineItem[] }

const SELLER = {
  legalName: 'De Linde B.V.',
  street: 'Lindelaan',
  houseNumber: '1',
  postalCode: '3701 AC',
  city: 'Zeist',
  country: 'NL',
  vatNumber: 'NL123456782B90',
  companyNumber: '12345678',
}
const PARTIES: Parties = {
  practice: {
    name: 'DAP De Linde',
    phone: '030 1',
    email: 'info@linde.example',
    iban: 'NL91 ABNA 0417 1643 00',
    seller: SELLER,
  },
  client: {
    lastName: 'van den Berg',
    callName: 'Anneke',
    clientNumber: '100234',
    street: 'Laan',
    houseNumber: '2',
    city: 'Zeist',
  },
  language: 'nl',
}
const COMPANY: Parties = {
  ...PARTIES,
  client: { ...PARTIES.client, companyName: 'Stal <Zon> & Weide', country: 'België' },
}

/** Two rates and the zero rate, a discount, a surcharge, a returned item, and a part payment. */
const RICH: Itemised = {
  uuid: '64da7b29-70f5-4ce2-a29d-3099bf458a9e',
  status: 'UNPAID',
  number: '2026-00417',
  date: '2026-03-12',
  dueDate: '2026-03-26',
  totalInclVat: 153.05,
  paidAmount: 50,
  openAmount: 103.05,
  description: 'Consult\u0007 & nazorg',
  lines: [
    {
      date: '2026-03-10',
      patientName: 'Bo',
      description: 'Consult',
      quantity: 1,
      vatRate: 21,
      amount: 40.5,
      discount: 4.5,
    },
    {
      date: '2026-03-11',
      patientName: 'Bo',
      description: 'Metacam',
      quantity: 3,
      unit: 'tablet',
      vatRate: 9,
      amount: 10,
    },
    { description: 'Voer\nKat', quantity: 2, unit: 'kg', vatRate: 9, amount: 25.55, discount: -0.55 },
    { description: 'Retour', quantity: 1, vatRate: 21, amount: -3 },
    { description: 'Verklaring', vatRate: 0, amount: 80 },
  ],
}
const CREDIT: Itemised = {
  ...RICH,
  number: '2026-00420',
  creditFor: '2026-00417',
  totalInclVat: -121,
  paidAmount: 0,
  openAmount: -121,
  lines: [{ description: 'Consult', quantity: -1, vatRate: 21, amount: -121 }],
}

function documentOf(invoice: Itemised, parties = PARTIES) {
  const ubl = ublOf(invoice, parties)
  if ('obstacle' in ubl) throw new Error(ubl.obstacle)
  return parseXml(ubl.xml)
}
const obstacleOf = (invoice: Partial<Itemised>, parties = PARTIES) => {
  const ubl = ublOf({ ...RICH, ...invoice }, parties)
  return 'obstacle' in ubl ? ubl.obstacle : undefined
}

describe('the rules of EN 16931', () => {
  const samples = [documentOf(RICH, COMPANY), documentOf(CREDIT)]

  test.each(RULES)('%s (%s) is kept, and can fail', (_, __, isKept, path, value) => {
    expect(samples.map(isKept)).toEqual([true, true])
    expect(samples.map((sample) => isKept(changed(sample, path, value)))).toContain(false)
  })
})

const line: Arbitrary<LineItem> = record(
  {
    description: constantFrom('Consult', 'Voer & <snoep>', 'Vaccinatie'),
    date: constantFrom('2026-03-10', '2026-03-11'),
    patientName: constantFrom('Bo', 'Saar'),
    unit: constantFrom('ml', 'tablet', 'stuk'),
    quantity: constantFrom(1, 2, 3, 7, 0.5, 0.333, 12.75, 1000, 0, -1),
    discount: integer({ min: -500, max: 2000 }).map((each) => each / 100),
    vatRate: constantFrom(21, 9, 0, 5.5),
    amount: integer({ min: -5000, max: 60_000 }).map((each) => each / 100),
  },
  { requiredKeys: ['description', 'vatRate', 'amount'] },
)

/** Invoices and credit notes in each state of payment, with a total that may be rounded to five cents. */
const invoices: Arbitrary<Itemised> = record({
  lines: array(line, { minLength: 1, maxLength: 12 }),
  status: constantFrom('PAID', 'UNPAID'),
  isCredit: constantFrom(false, false, false, true),
  hasSigns: constantFrom(true, false),
  rounding: integer({ min: -2, max: 2 }),
  paidShare: constantFrom(0, 0, 0.3, 1, 1.2),
  paymentMethod: option(constantFrom('PIN', 'CASH', 'BANK', 'DIRECT_DEBIT', 'ONLINE'), { nil: undefined }),
  dueDate: option(constant('2026-03-26'), { nil: undefined }),
}).map(({ lines, isCredit, hasSigns, rounding, paidShare, ...fields }) => {
  const sum = lines.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  // A negative sum makes a credit note.
  const sign = sum < 0 || (isCredit && hasSigns) ? -1 : 1
  const total = Math.abs(sum) + (Math.abs(sum) > 2 ? rounding : 0)
  const isNegative = sum < 0
  return {
    ...fields,
    uuid: RICH.uuid,
    number: '1',
    date: '2026-03-12',
    totalInclVat: (sign * total) / 100,
    paidAmount: Math.round(sign * total * paidShare) / 100,
    ...(isCredit && { creditFor: '0' }),
    lines: sign < 0 && !isNegative ? lines.map((each) => negated(each)) : lines,
  }
})
const negated = (each: LineItem): LineItem => ({
  ...each,
  amount: -each.amount,
  ...(each.discount && { discount: -each.discount }),
})

test('thousands of invoices keep each rule, with the amounts of the screen to the cent', () => {
  let credits = 0
  const isRight = property(invoices, (invoice) => {
    const root = documentOf(invoice)
    const isCredit = text(root, 'CreditNoteTypeCode') !== ''
    if (isCredit) credits++
    expect(brokenRules(root)).toEqual([])
    const { open, overpaid } = balanceOf(invoice)
    const [TOTAL, sign] = ['LegalMonetaryTotal', isCredit ? -1 : 1]
    expect(cents(root, `${TOTAL}/PayableAmount`)).toBe(Math.abs(open ?? 0) - overpaid)
    expect(cents(root, `${TOTAL}/TaxInclusiveAmount`) + cents(root, `${TOTAL}/PayableRoundingAmount`)).toBe(
      sign * totalOf(invoice)! || 0,
    )
    const groups = all(root, 'TaxTotal/TaxSubtotal').map((group) => [
      Number(text(group, 'TaxCategory/Percent')),
      Math.abs(cents(group, 'TaxableAmount')),
      Math.abs(cents(group, 'TaxAmount')),
    ])
    expect(groups).toEqual(vatByRate(invoice.lines).map(({ rate, base, vat }) => [rate, Math.abs(base), Math.abs(vat)]))
    expect(linesIn(root)).toHaveLength(invoice.lines.length)
  })
  assert(isRight, { numRuns: 2000, seed: 16_931 })
  expect(credits).toBeGreaterThan(300)
})

describe('a UBL file', () => {
  const root = documentOf(RICH, COMPANY)
  const values = (path: string) => all(root, path).map(textOf)

  test('has amounts, payments and rounding', () => {
    const total = (name: string) => text(root, `LegalMonetaryTotal/${name}`)
    expect([total('TaxExclusiveAmount'), total('TaxInclusiveAmount')]).toEqual(['143.60', '153.04'])
    expect([total('PrepaidAmount'), total('PayableAmount')]).toEqual(['50.00', '103.05'])
    // 35.55 at 9 % is no base with its rounded VAT.
    expect(total('PayableRoundingAmount')).toBe('0.01')
    expect(values('TaxTotal/TaxSubtotal/TaxCategory/Percent')).toEqual(['21', '9', '0'])
    expect(values('PaymentMeans/PaymentMeansCode')).toEqual(['58'])
    expect(values('PaymentMeans/PayeeFinancialAccount/ID')).toEqual(['NL91ABNA0417164300'])
  })

  test('has animal, day, unit, discount and sign of each line', () => {
    expect(values('InvoiceLine/InvoicedQuantity')).toEqual(['1', '3', '2', '-1', '1'])
    expect(all(root, 'InvoiceLine').map((each) => attribute(each, 'InvoicedQuantity', 'unitCode'))).toEqual([
      'C62',
      'C62',
      'KGM',
      'C62',
      'C62',
    ])
    expect(values('InvoiceLine/Item/AdditionalItemProperty/Value')).toEqual(['Bo', 'Bo', 'tablet'])
    expect(values('InvoiceLine/InvoicePeriod/StartDate')).toEqual(['2026-03-10', '2026-03-11'])
    expect(values('InvoiceLine/AllowanceCharge/ChargeIndicator')).toEqual(['false', 'true'])
    expect(values('InvoiceLine/Item/Name')[2]).toBe('Voer Kat')
  })

  test('names the buyer by company and person, without characters that XML lacks', () => {
    const buyer = 'AccountingCustomerParty/Party'
    expect(values(`${buyer}/PartyLegalEntity/RegistrationName`)).toEqual(['Stal <Zon> & Weide'])
    expect(values(`${buyer}/Contact/Name`)).toEqual(['Anneke van den Berg'])
    expect(values(`${buyer}/PostalAddress/Country/IdentificationCode`)).toEqual(['BE'])
    expect(values('Note')).toEqual(['Consult & nazorg'])
  })

  test('of a credit note has positive amounts and names the credited invoice', () => {
    const credit = documentOf(CREDIT)
    expect(text(credit, 'BillingReference/InvoiceDocumentReference/ID')).toBe('2026-00417')
    expect([
      text(credit, 'CreditNoteLine/CreditedQuantity'),
      cents(credit, 'LegalMonetaryTotal/PayableAmount'),
    ]).toEqual(['1', 12_100])
    expect(text(credit, 'PaymentTerms/Note')).toBe('U krijgt dit bedrag terug.')
  })

  test.each([
    ['of an open direct debit', { paymentMethod: 'DIRECT_DEBIT' }, '59'],
    ['of a payment by card', { status: 'PAID', paymentMethod: 'PIN' }, '48'],
    ['of a payment in cash', { status: 'PAID', paymentMethod: 'CASH' }, '10'],
    ['of a payment without a method', { status: 'PAID' }, ''],
  ] as const)('%s says so', (_, fields, code) => {
    expect(text(documentOf({ ...RICH, ...fields }), 'PaymentMeans/PaymentMeansCode')).toBe(code)
  })
})

describe('no UBL file', () => {
  const vatOf = (rate: number, base: number, amount: number) => ({ rate, base, amount })
  test.each([
    ['seller', {}, { practice: { ...PARTIES.practice, seller: { ...SELLER, vatNumber: '' } } }],
    ['number', { number: ' ' }],
    ['lines', { lines: [] }],
    ['rate', { lines: [{ description: 'x', amount: 1 }] }],
    ['amounts', { totalInclVat: 153.11 }],
    ['amounts', { vat: [vatOf(21, 100, 21)] }],
    ['amounts', { vat: [vatOf(21, 30.99, 6.51)] }],
    ['country', {}, { client: { ...PARTIES.client, country: 'Westeros' } }],
    [undefined, { totalInclVat: 153.1, vat: [vatOf(21, 30.99, 6.5), vatOf(9, 32.61, 2.94), vatOf(0, 80, 0)] }],
  ] as [string | undefined, Partial<Itemised>, Partial<Parties>?][])('for the reason %s', (reason, fields, parties) => {
    expect(obstacleOf(fields, { ...PARTIES, ...parties })).toBe(reason)
  })
})
