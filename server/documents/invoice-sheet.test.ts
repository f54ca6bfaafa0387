import type { Invoice, ItemisedInvoice } from '#contract/schemas/invoice.ts'
import { describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { isToBePaid, totalOf } from '#contract/invoice.ts'
import { invoiceSheet } from './invoice-sheet.ts'
import type { Parties } from './parties.ts'
import type { Part } from '#server/pdf/sheet.ts'
import { generatedInvoices } from '#harness/invoices.ts'

const UUID = '64da7b29-70f5-4ce2-a29d-3099bf458a9e'
const OPEN: Invoice = {
  uuid: UUID,
  status: 'UNPAID',
  number: '2026-00417',
  date: '2026-03-12',
  dueDate: '2026-03-26',
  totalInclVat: 1343.83,
  totalExclVat: 1120.5,
  vat: [
    { rate: 21, base: 1000.5, amount: 210.11 },
    { rate: 9, base: 120, amount: 13.22 },
  ],
  paidAmount: 0,
  openAmount: 1343.83,
  patientNames: ['Bella', ' ', 'Simba'],
  description: 'Consult',
}
const CREDIT: Invoice = {
  ...OPEN,
  status: 'PAID',
  number: '2026-00420',
  creditFor: '2026-00417',
  totalInclVat: -121,
  totalExclVat: -100,
  vat: [{ rate: 21, base: -100, amount: -21 }],
  paidAmount: -121,
  openAmount: 0,
}
const PRACTICE = {
  name: 'DAP De Linde',
  phone: '+31 30 555 01 23',
  website: 'https://www.linde.example/',
  email: 'info@linde.example',
  iban: 'NL91ABNA0417164300',
}
const CLIENT = {
  companyName: 'Stal Zonneweide',
  callName: 'Anneke',
  firstName: 'Anna',
  lastName: 'van den Berg',
  clientNumber: '100234',
  street: 'Beukenlaan',
  houseNumber: '12a',
  postalCode: '3701 AB',
  city: 'Zeist',
}

const sheet = (invoice: Partial<ItemisedInvoice> = {}, parties: Partial<Parties> = {}) =>
  invoiceSheet({ ...OPEN, ...invoice }, { practice: PRACTICE, client: CLIENT, language: 'nl', ...parties })
const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const partsOf = <Kind extends Part['kind']>(parts: Part[], kind: Kind) =>
  parts.filter((part): part is Extract<Part, { kind: Kind }> => part.kind === kind)
const sums = (invoice: Partial<Invoice>, language: Language = 'nl') =>
  partsOf(sheet(invoice, { language }).parts, 'sums').flatMap(({ rows }) =>
    rows.map(({ label, value }) => `${label}: ${plain(value)}`),
  )
const notes = (invoice: Partial<Invoice>, parties: Partial<Parties> = {}) =>
  partsOf(sheet(invoice, parties).parts, 'note').map(({ text }) => plain(text))

test.each<[string, Language, string, RegExp]>([
  ['1234 567', 'nl', 'Rekeningnummer 1234 567', /op rekening 1234 567 van DAP De Linde/],
  ['NL91ABNA0417164301', 'en', 'Account number NL91ABNA0417164301', /to account NL91ABNA0417164301 of DAP De Linde/],
  ['nl91 abna0417164300', 'en', 'IBAN NL91 ABNA 0417 1643 00', /to account NL91 ABNA 0417 1643 00 of DAP De Linde/],
])('invoiceSheet labels the account %s as an IBAN only if valid', (iban, language, line, request) => {
  const parties = { practice: { ...PRACTICE, iban }, language }
  expect(sheet({}, parties).from.lines.at(-1)).toBe(line)
  expect(notes({}, parties)).toEqual([expect.stringMatching(request)])
})

test('invoiceSheet includes the practice and the client', () => {
  const { from, to } = sheet()
  expect(from).toEqual({
    name: 'DAP De Linde',
    lines: ['+31 30 555 01 23', 'www.linde.example', 'info@linde.example', 'IBAN NL91 ABNA 0417 1643 00'],
    logo: undefined,
  })
  expect(to).toEqual(['Stal Zonneweide', 'Anneke van den Berg', 'Beukenlaan 12a', '3701 AB Zeist'])
})

test.each<[Language, string[], string[], string[]]>([
  [
    'nl',
    ['Factuurnummer: 2026-00417', 'Factuurdatum: 12 maart 2026', 'Vervaldatum: 26 maart 2026', 'Cliëntnummer: 100234'],
    ['Btw-tarief|Bedrag excl. btw|Btw', '21%|€ 1.000,50|€ 210,11', '9%|€ 120,00|€ 13,22'],
    ['Totaal excl. btw: € 1.120,50', 'Totaal incl. btw: € 1.343,83', 'Nog te betalen: € 1.343,83'],
  ],
  [
    'en',
    ['Invoice number: 2026-00417', 'Invoice date: 12 March 2026', 'Due date: 26 March 2026', 'Client number: 100234'],
    ['VAT rate|Amount excl. VAT|VAT', '21%|€1,000.50|€210.11', '9%|€120.00|€13.22'],
    ['Total excl. VAT: €1,120.50', 'Total incl. VAT: €1,343.83', 'Still to pay: €1,343.83'],
  ],
])('invoiceSheet in %s includes facts, VAT by rate, sums and texts', (language, facts, table, totals) => {
  const made = sheet({}, { language })
  const [title, animals, description] =
    language === 'nl' ? ['Factuur', 'Dieren', 'Omschrijving'] : ['Invoice', 'Animals', 'Description']
  expect(made).toMatchObject({ language, title, name: `${title} 2026-00417` })
  expect(made.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(facts)
  const [vat] = partsOf(made.parts, 'table')
  expect([vat!.columns.map(({ label }) => label), ...vat!.rows].map((row) => plain(row.join('|')))).toEqual(table)
  expect(vat!.columns.map(({ figures }) => Boolean(figures))).toEqual([false, true, true])
  expect(sums({}, language)).toEqual(totals)
  expect(partsOf(made.parts, 'text')).toEqual([
    { kind: 'text', heading: animals, text: 'Bella, Simba' },
    { kind: 'text', heading: description, text: 'Consult' },
  ])
})

describe('invoiceSheet of a credit note', () => {
  test('names the credited invoice without requesting payment', () => {
    const made = sheet({ ...CREDIT, paidDate: '2026-03-20', paymentMethod: 'BANK' })
    expect([made.title, made.name]).toEqual(['Creditfactuur', 'Creditfactuur 2026-00420'])
    expect(made.facts.map(({ label }) => label).join()).toBe(
      'Creditfactuurnummer,Bij factuur,Factuurdatum,Cliëntnummer',
    )
    const totals = ['Totaal excl. btw: € -100,00', 'Totaal incl. btw: € -121,00', 'Terugbetaald: € 121,00']
    expect(sums(CREDIT)).toEqual(totals)
    expect(sums(CREDIT, 'en')[1]).toBe('Total incl. VAT: -€121.00')
    expect(notes({ ...CREDIT, paidDate: '2026-03-20', paymentMethod: 'BANK' })).toEqual([
      'Terugbetaald op 20 maart 2026, per bank.',
    ])
    const partly = { status: 'UNPAID', paidAmount: -21, openAmount: -100 } as const
    expect(notes({ ...CREDIT, ...partly, paidDate: '2026-03-20', paymentMethod: 'BANK' })).toEqual([
      'Deels terugbetaald op 20 maart 2026, per bank.',
    ])
    expect(notes(CREDIT)).toEqual(['Deze creditfactuur is afgehandeld.'])
  })

  test('is recognised by its total or by creditFor', () => {
    expect(sheet({ totalInclVat: -1, creditFor: null }).title).toBe('Creditfactuur')
    expect(sheet({ creditFor: '2026-00001' }).title).toBe('Creditfactuur')
    expect(sheet({ creditFor: null }).title).toBe('Factuur')
    const { status, paidAmount } = { status: 'UNPAID', paidAmount: 0 } as const
    expect(sums({ ...CREDIT, status, paidAmount, openAmount: -121 }).at(-1)).toBe('Nog te ontvangen: € 121,00')
    expect(notes({ ...CREDIT, status, paidAmount, openAmount: -121 })).toEqual([])
  })
})

describe('invoiceSheet, payment', () => {
  const PAYMENT_REQUEST = (amount: string) =>
    `Maak ${amount} over op rekening NL91 ABNA 0417 1643 00 van DAP De Linde. Vermeld daarbij factuurnummer 2026-00417.`

  test.each<[string, Partial<Invoice>, string[]]>([
    ['not paid', {}, [PAYMENT_REQUEST('€ 1.343,83')]],
    ['partly paid', { paidAmount: 343.83, openAmount: 1000 }, [PAYMENT_REQUEST('€ 1.000,00')]],
    [
      'partly paid on a day',
      { paidAmount: 343.83, openAmount: 1000, paidDate: '2026-03-20', paymentMethod: 'PIN' },
      ['Deels betaald op 20 maart 2026, met pin.', PAYMENT_REQUEST('€ 1.000,00')],
    ],
    ['paid', { status: 'PAID', openAmount: 0 }, ['Deze factuur is betaald.']],
    ['paid on a day', { status: 'PAID', openAmount: 0, paidDate: '2026-03-20' }, ['Betaald op 20 maart 2026.']],
    ['paid in cash', { status: 'PAID', openAmount: 0, paymentMethod: 'CASH' }, ['Betaald contant.']],
    [
      'to be collected',
      { paymentMethod: 'DIRECT_DEBIT' },
      ['Het bedrag van € 1.343,83 wordt automatisch van uw rekening afgeschreven.'],
    ],
  ])('has the right notes for an invoice %s', (_, invoice, expected) => {
    expect(notes(invoice)).toEqual(expected)
  })

  test('is not requested without an account number', () => {
    expect(notes({}, { practice: { name: 'DAP' } })).toEqual([])
    expect(notes({ number: undefined })).toEqual([
      expect.stringMatching(/^Maak € 1\.343,83 over .* van DAP De Linde\.$/),
    ])
  })

  test('uses a calculated open amount if the invoice has none', () => {
    const missing = sums({ openAmount: undefined, paidAmount: 343.8 })
    expect(missing.slice(2)).toEqual(['Betaald: € 343,80', 'Nog te betalen: € 1.000,03'])
    expect(sums({ openAmount: undefined, paidAmount: undefined, status: 'PAID' })).toHaveLength(2)
  })
})

// contract/invoice.test.ts covers fields that contradict each other.
test.each<[string, Partial<Invoice>, string[], string[]]>([
  ['UNPAID with nothing open', { openAmount: 0 }, [], ['Op deze factuur staat niets meer open.']],
  [
    'overpaid',
    { status: 'PAID', paidAmount: 1400, openAmount: -56.17, paidDate: '2026-03-20' },
    ['Betaald: € 1.400,00', 'Te veel betaald: € 56,17'],
    ['Betaald op 20 maart 2026. U heeft € 56,17 te veel betaald.'],
  ],
  [
    'part paid, although openAmount ignores it',
    { paidAmount: 1000 },
    ['Betaald: € 1.000,00', 'Nog te betalen: € 343,83'],
    [expect.stringMatching(/^Maak € 343,83 over/)],
  ],
  [
    'part paid with an amount that does not add up',
    { paidAmount: 10, openAmount: 343.83 },
    ['Nog te betalen: € 343,83'],
    [expect.stringMatching(/^Maak € 343,83 over/)],
  ],
])('invoiceSheet has the right sums for an invoice that is %s', (_, invoice, expected, note) => {
  expect(sums(invoice).slice(2)).toEqual(expected)
  expect(notes(invoice)).toEqual(note)
})

test('invoiceSheet shows amounts of a positive credit note with a minus sign', () => {
  const made = sheet({ creditFor: '2026-00001', paidAmount: undefined })
  expect(partsOf(made.parts, 'table')[0]!.rows[0]!.map(plain)).toEqual(['21%', '€ -1.000,50', '€ -210,11'])
  const totals = ['Totaal incl. btw: € -1.343,83', 'Nog te ontvangen: € 1.343,83']
  expect(sums({ creditFor: '2026-00001' }).slice(1)).toEqual(totals)
  expect(notes({ creditFor: '2026-00001' })).toEqual([])
})

test('invoiceSheet omits absent fields', () => {
  const bare: Invoice = { uuid: UUID, status: 'UNPAID', date: '2026-03-12', totalInclVat: 12.5 }
  const made = invoiceSheet(bare, { practice: { name: 'DAP' }, client: { lastName: 'Yılmaz' }, language: 'nl' })
  expect(made).toMatchObject({ name: 'Factuur', to: ['Yılmaz'], from: { lines: [] } })
  expect(made.facts.map(({ label }) => label)).toEqual(['Factuurdatum'])
  expect(made.parts.map(({ kind }) => kind)).toEqual(['sums'])
})

test('invoiceSheet requests payment if and only if the portal does', () => {
  const amounts = [undefined, -100, -40, 0, 0.004, 60, 100, 140]
  for (const status of ['PAID', 'UNPAID'] as const)
    for (const totalInclVat of [100, -100, 0])
      for (const paidAmount of amounts)
        for (const openAmount of amounts)
          for (const creditFor of [undefined, '2026-00001']) {
            const invoice = { ...OPEN, status, totalInclVat, paidAmount, openAmount, creditFor }
            const [isRequested, isSum] = [notes(invoice), sums(invoice)].map((texts) =>
              texts.some((text) => /^(Maak|Nog te betalen)/.test(text)),
            )
            expect({ invoice, isRequested, isSum }).toEqual({
              invoice,
              isRequested: isToBePaid(invoice),
              isSum: isToBePaid(invoice),
            })
          }
})

test('names the seller with address and numbers in the letterhead', () => {
  const seller = { legalName: 'De Linde B.V.', street: 'Lindelaan', houseNumber: '1', postalCode: '3701 AC' }
  const numbers = { vatNumber: 'NL123456782B90', companyNumber: '12345678' }
  const { lines } = sheet({}, { practice: { ...PRACTICE, seller: { ...seller, city: 'Zeist', ...numbers } } }).from
  expect(lines.slice(0, 3)).toEqual(['De Linde B.V.', 'Lindelaan 1', '3701 AC Zeist'])
  expect(lines.slice(-2)).toEqual(['Btw-nummer NL123456782B90', 'KvK-nummer 12345678'])
  const unnamed = sheet({}, { practice: { ...PRACTICE, seller: { legalName: PRACTICE.name } } })
  expect(unnamed.from.lines).toEqual(sheet().from.lines)
})

describe('invoiceSheet of an invoice with lines', () => {
  const CONSULT = { description: 'Consult', quantity: 2, unitPrice: 30.255, vatRate: 21, amount: 60.51 }
  const tablesOf = (invoice: Partial<ItemisedInvoice>) =>
    partsOf(sheet({ vat: undefined, totalExclVat: undefined, ...invoice }).parts, 'table').map(
      ({ heading, columns, rows }) =>
        [heading, columns.map(({ label }) => label).join('|'), ...rows.map((row) => plain(row.join('|')))].filter(
          Boolean,
        ),
    )
  const totalsOf = (invoice: Partial<ItemisedInvoice>) =>
    partsOf(sheet(invoice).parts, 'sums')[0]!.rows.map(({ label, value }) => plain(`${label}|${value}`))

  test('has a table for each animal with the same columns', () => {
    const lines = [
      { ...CONSULT, patientName: 'Bella' },
      { description: 'Voer', vatRate: 9, discount: 1, amount: 10.9, patientName: 'Simba', date: '2026-03-10' },
    ]
    expect(tablesOf({ totalInclVat: 71.41, lines })).toEqual([
      [
        'Bella',
        'Datum|Omschrijving|Aantal|Prijs|Korting|Btw|Bedrag',
        '|Consult|2|€ 30,255||21%|€ 60,51',
        'Subtotaal||||||€ 60,51',
      ],
      [
        'Simba',
        'Datum|Omschrijving|Aantal|Prijs|Korting|Btw|Bedrag',
        '10 mrt 2026|Voer|||€ 1,00|9%|€ 10,90',
        'Subtotaal||||||€ 10,90',
      ],
      ['Btw-tarief|Bedrag excl. btw|Btw', '21%|€ 50,01|€ 10,50', '9%|€ 10,00|€ 0,90'],
    ])
  })

  test('names the difference between lines and total, and another VAT than the stated one', () => {
    const lines = [CONSULT]
    expect(totalsOf({ totalInclVat: 60.5, openAmount: 60.5, lines })[1]).toBe('Afronding|€ -0,01')
    expect(totalsOf({ totalInclVat: 75, openAmount: 75, lines }).slice(0, 2)).toEqual([
      'Totaal van de regels|€ 60,51',
      'Verschil met het totaal|€ 14,49',
    ])
    const made = sheet({ totalInclVat: 60.51, vat: [{ rate: 21, base: 50, amount: 10.51 }], lines })
    expect(plain(partsOf(made.parts, 'note')[0]!.text)).toContain('Uit de regels volgt: 21%: € 10,50.')
  })

  test('has amounts that add up to the total, for any invoice', () => {
    const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d,-]/g, '').replace(',', '.')) * 100)
    for (const invoice of generatedInvoices(500)) {
      const { parts } = invoiceSheet(invoice, { practice: PRACTICE, client: CLIENT, language: 'nl' })
      const lines = partsOf(parts, 'table').filter(({ isDense }) => isDense)
      const amounts = lines.flatMap(({ rows }) =>
        rows.slice(0, lines.length > 1 ? -1 : undefined).map((row) => cents(row.at(-1)!)),
      )
      const [first, second] = partsOf(parts, 'sums')[0]!.rows
      const isExact = first!.label === 'Totaal incl. btw'
      const sum = amounts.reduce((total, amount) => total + amount, 0)
      expect(sum).toBe(cents(first!.value))
      expect(sum + (isExact ? 0 : cents(second!.value))).toBe(totalOf(invoice))
    }
  })
})
