import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { toCsv } from '#contract/csv.ts'
import { balanceOf, isCreditNote, totalOf } from '#contract/invoice.ts'
import { differenceOf, invoiceVat, lineCents, signedLines, sumOfLines, vatByRate } from '#contract/line-items.ts'
import type { ItemisedInvoice } from '#src/api/invoice-lines.ts'
import { all, brokenRules, cents as centsIn, parseXml, text } from '#harness/en16931.ts'
import { generatedInvoices } from '#harness/invoices.ts'
import { MESSAGES } from '#harness/messages.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { textsIn } from '#server/texts.ts'
import { csvRows } from '#src/lib/files/save.ts'
import { columnsOf } from '#src/routes/client/invoices_/$invoiceId/-parts/save-lines.tsx'
import { invoiceSheet } from '#server/documents/invoice-sheet.ts'
import type { Parties } from '#server/documents/parties.ts'
import { ublOf } from '#server/documents/ubl.ts'

/** Number of invoices; 10 000 before a release, see docs/testing.md. */
const COUNT = Number(process.env['INVOICES'] ?? 300)

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
  practice: { name: 'DAP De Linde', iban: 'NL91ABNA0417164300', seller: SELLER },
  client: { lastName: 'Vos', street: 'Laan', houseNumber: '2', city: 'Zeist' },
  language: 'nl',
}
const { text: message } = textsIn('nl')

/** Amounts in cents that the page of an invoice shows. */
function screenOf(invoice: ItemisedInvoice) {
  const lines = signedLines(invoice)
  const total = totalOf(invoice) ?? 0
  const vat = invoiceVat(invoice)
  return {
    lines: lines.map(lineCents),
    sum: sumOfLines(lines),
    total,
    difference: differenceOf(total, lines)?.cents ?? 0,
    vat: vat?.rows.flatMap(({ base, vat: tax }) => [base, tax]) ?? [],
    rounding: vat?.rounding ?? 0,
    open: Math.abs(balanceOf(invoice).open ?? 0),
  }
}

const centsOfText = (shown: string) => Math.round(Number(shown.replaceAll(/[^\d,-]/g, '').replace(',', '.')) * 100) || 0
const partsOf = <Kind extends Part['kind']>({ parts }: Sheet, kind: Kind) =>
  parts.filter((part): part is Extract<Part, { kind: Kind }> => part.kind === kind)

/** Amounts of the PDF, read from its texts. Lines of the same animal are together. */
function pdfOf(sheet: Sheet) {
  const tables = partsOf(sheet, 'table').filter(({ isDense }) => isDense)
  const vatRows = partsOf(sheet, 'table').find(({ isDense }) => !isDense)?.rows ?? []
  const rounding = vatRows.filter(([label]) => label === message('core.lines.vatRounding'))
  const sums = partsOf(sheet, 'sums')[0]?.rows ?? []
  const sum = (...ids: Parameters<typeof message>[0][]) =>
    sums.filter(({ label }) => ids.some((id) => message(id) === label)).map(({ value }) => centsOfText(value))[0]
  const total = sum('documents.invoice.totalInclVat') ?? 0
  return {
    lines: tables.flatMap(({ rows }) =>
      rows.slice(0, tables.length > 1 ? -1 : undefined).map((row) => centsOfText(row.at(-1) ?? '')),
    ),
    sum: sum('core.lines.ofLines') ?? total,
    total,
    difference: sum('core.lines.rounding', 'core.lines.difference') ?? 0,
    vat: vatRows
      .filter((row) => !rounding.includes(row))
      .flatMap(([, ...amounts]) => amounts.map((each) => centsOfText(each))),
    rounding: centsOfText(rounding[0]?.[1] ?? ''),
    open: sum('documents.invoice.openRefund', 'client.invoices.toPay') ?? 0,
  }
}

const intl = createIntl({ locale: 'nl-NL', messages: MESSAGES.nl })

/** Amounts of the CSV file, whose last column is the amount of a line. */
function csvOf(invoice: ItemisedInvoice): number[] {
  const rows = toCsv(csvRows(columnsOf(invoice), signedLines(invoice), intl))
    .trim()
    .split('\r\n')
    .slice(1)
  return rows.map((row) => {
    // An apostrophe would make a text of a negative number.
    expect(row).not.toMatch(/;'-/)
    return centsOfText(row.slice(row.lastIndexOf(';') + 1))
  })
}

const sorted = (cents: readonly number[]) => cents.toSorted((one, other) => one - other)

/** Compares a UBL file with the page. Amounts of credit notes have the other sign. */
function expectSameUbl(invoice: ItemisedInvoice, xml: string): void {
  const root = parseXml(xml)
  const sign = isCreditNote(invoice) ? -1 : 1
  const signed = (path: string) => sign * centsIn(root, path) || 0
  const { total, open } = screenOf(invoice)
  const [TOTAL, lines] = ['LegalMonetaryTotal', signedLines(invoice)]
  expect(brokenRules(root)).toEqual([])
  expect(signed(`${TOTAL}/TaxInclusiveAmount`) + signed(`${TOTAL}/PayableRoundingAmount`)).toBe(total)
  expect(centsIn(root, `${TOTAL}/PayableAmount`)).toBe(open - balanceOf(invoice).overpaid)
  const groups = all(root, 'TaxTotal/TaxSubtotal').map((group) => ({
    rate: Number(text(group, 'TaxCategory/Percent')),
    base: sign * centsIn(group, 'TaxableAmount') || 0,
    vat: sign * centsIn(group, 'TaxAmount') || 0,
  }))
  expect(groups).toEqual(vatByRate(lines).map(({ rate, base, vat }) => ({ rate, base, vat })))
}

test(`${COUNT} invoices have the same amounts on the page and in the PDF, CSV and UBL file`, () => {
  const counts: Record<string, number> = {}
  for (const invoice of generatedInvoices(COUNT).map((each) => ({ ...each, lines: each.lines ?? [] }))) {
    const shown = screenOf(invoice)
    const printed = pdfOf(invoiceSheet(invoice, PARTIES))
    expect({ ...printed, lines: sorted(printed.lines) }).toEqual({ ...shown, lines: sorted(shown.lines) })
    expect(csvOf(invoice)).toEqual(shown.lines)
    expect(shown.sum + shown.difference).toBe(shown.total)
    const ubl = ublOf(invoice, PARTIES)
    const result = 'xml' in ubl ? 'xml' : ubl.obstacle
    counts[result] = (counts[result] ?? 0) + 1
    if ('xml' in ubl) expectSameUbl(invoice, ubl.xml)
    // A rate that is not known, or a difference too large for rounding.
    else expect([invoice.number, ubl.obstacle]).toEqual([invoice.number, expectedObstacle(invoice)])
  }
  expect(counts['xml']).toBeGreaterThan(COUNT / 3)
  expect(Object.keys(counts).toSorted()).toEqual(['amounts', 'rate', 'xml'])
})

function expectedObstacle(invoice: ItemisedInvoice): string | undefined {
  if (invoice.lines.some(({ vatRate }) => vatRate === undefined)) return 'rate'
  const isLarge = differenceOf(totalOf(invoice) ?? 0, invoice.lines)?.isRounding === false
  return isLarge || invoiceVat(invoice)?.ofLines ? 'amounts' : undefined
}
