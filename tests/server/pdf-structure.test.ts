import { expect, test } from 'vitest'
import type { Invoice } from '#contract/schemas/invoice.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { pdfStructure } from '#harness/pdf-structure.ts'
import { invoiceSheet } from '#server/documents/invoice-sheet.ts'
import type { Parties } from '#server/documents/parties.ts'
import { visitFormSheet } from '#server/documents/visit-form-sheet.ts'
import { textsIn } from '#server/texts.ts'
import { FONTS } from '#server/node/pdf/fonts.ts'
import { draw } from '#server/pdf/draw.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import { pngOf } from './pictures.ts'

const structureOf = async (sheet: Sheet | Letters) => pdfStructure(await draw(sheet, FONTS))
const plain = (lines: string[]) => lines.join('\n').replaceAll('\u00A0', ' ')

const NL: Parties = {
  practice: { name: 'DAP De Linde', phone: '+31 30 555 01 23', iban: 'NL91ABNA0417164300' },
  logo: { url: 'logo', type: 'image/png', bytes: pngOf({ width: 2, colour: 0 }) },
  client: { firstName: 'Anna', lastName: 'Vos', street: 'Beukenlaan', houseNumber: '12a', clientNumber: '100234' },
  language: 'nl',
}
const INVOICE: Invoice = {
  uuid: '64da7b29-70f5-4ce2-a29d-3099bf458a9e',
  status: 'UNPAID',
  number: '2026-00417',
  date: '2026-03-12',
  totalInclVat: 121,
  totalExclVat: 100,
  vat: [{ rate: 21, base: 100, amount: 21 }],
  patientNames: ['Bella'],
  description: 'Consult\nEntstof',
}
const FORM: VisitForm = {
  uuid: '64da7b29-70f5-4ce2-a29d-3099bf458a9e',
  date: '2026-03-12',
  findings: `${'Geen bijzonderheden. '.repeat(300)}Einde.`,
  medication: [{ product: 'Meloxicam', dosage: '1 ml', days: 5 }],
}
const HERD: Sheet = {
  ...visitFormSheet(FORM, { ...NL, logo: undefined }),
  isWide: true,
  parts: [
    {
      kind: 'table',
      isDense: true,
      columns: [{ label: 'Datum' }, { label: 'Dier' }],
      rows: Array.from({ length: 40 }, (_, row) => [`dag ${row}`, `Koe\nNL ${row}`]),
    },
    { kind: 'signatures', labels: ['De praktijk', 'De houder'] },
  ],
}
const TEXTS = { practice: 'The Lime', address: 'x.example/auth/letter', until: '1 July' }
const LETTERS: Letters = {
  language: 'en',
  name: 'Letters',
  from: { name: 'The Lime', lines: [] },
  letters: ['ABC', 'DEF'].map((code) => ({
    to: [`Client ${code}`],
    title: 'Your animals online',
    opening: 'The Lime has a portal.',
    steps: textsIn('en').text('letters.steps', TEXTS).split('\n'),
    code: { label: 'Your code', value: code },
    url: `https://x.example/auth/letter#${code}`,
    closing: ['The code works once.'],
  })),
}

test('the PDF of an invoice has its lines in reading order with structure roles', async () => {
  const { outline, artifacts } = await structureOf(invoiceSheet(INVOICE, NL))
  expect(plain(outline)).toBe(`Document
  Figure [Logo van DAP De Linde] [62,728,178,786]
  P DAP De Linde
  P +31 30 555 01 23
  P IBAN NL91 ABNA 0417 1643 00
  P Anna Vos
  P Beukenlaan 12a
  H1 Factuur
  L
    LI
      Lbl Factuurnummer
      LBody 2026-00417
    LI
      Lbl Factuurdatum
      LBody 12 maart 2026
    LI
      Lbl Cliëntnummer
      LBody 100234
  H2 Dier
  P Bella
  H2 Omschrijving
  P Consult Entstof
  Table
    THead
      TR
        TH [Column] Btw-tarief
        TH [Column] Bedrag excl. btw
        TH [Column] Btw
    TBody
      TR
        TD 21%
        TD € 100,00
        TD € 21,00
  Table
    TR
      TH [Row] Totaal excl. btw
      TD € 100,00
    TR
      TH [Row] Totaal incl. btw
      TD € 121,00
    TR
      TH [Row] Nog te betalen
      TD € 121,00
  P Maak € 121,00 over op rekening NL91 ABNA 0417 1643 00 van DAP De Linde. Vermeld daarbij factuurnummer 2026-00417.`)
  expect(artifacts).toEqual(['DAP De Linde · Factuur 2026-00417', 'Pagina 1 van 1'])
})

test('the PDF of a visit form has a text over two pages as one paragraph', async () => {
  const { outline, artifacts, pages } = await structureOf(visitFormSheet(FORM, { ...NL, logo: undefined }))
  expect(pages).toHaveLength(2)
  expect(outline).toContain(`  P ${FORM.findings}`)
  expect(outline.slice(-3).map((line) => line.trim())).toEqual(['TD Meloxicam', 'TD 1 ml', 'TD 5'])
  expect(artifacts.filter((text) => text.startsWith('Pagina'))).toEqual(['Pagina 1 van 2', 'Pagina 2 van 2'])
})

test('the PDF of a herd has one table over several pages', async () => {
  const { outline, artifacts, pages } = await structureOf(HERD)
  expect(pages.length).toBeGreaterThan(2)
  expect(outline.filter((line) => /Table|THead|TH |TBody/.test(line)).map((line) => line.trim())).toEqual([
    'Table',
    'THead',
    'TH [Column] Datum',
    'TH [Column] Dier',
    'TBody',
  ])
  expect(artifacts.filter((text) => text === 'Dier')).toHaveLength(pages.length - 1)
  expect(outline.filter((line) => line.includes('TD Koe')).map((line) => line.trim())).toEqual(
    Array.from({ length: 40 }, (_, row) => `TD Koe NL ${row}`),
  )
  expect(outline.slice(-2)).toEqual(['  P De praktijk', '  P De houder'])
})

test('the PDF of letters has a section per letter with steps and a labelled QR code', async () => {
  const { outline } = await structureOf(LETTERS)
  const [, ...letters] = outline.join('\n').split('\n  Sect\n')
  expect(letters).toHaveLength(2)
  expect(letters[1]).toBe(`    P The Lime
    P Client DEF
    H1 Your animals online
    P The Lime has a portal.
    L
      LI
        LBody 1. Scan the square code with your phone, or go to x.example/auth/letter and type the code.
      LI
        LBody 2. Enter your e-mail address. You will get an e-mail.
      LI
        LBody 3. Confirm your address with the button in that e-mail, and choose a password.
    Figure [QR code of https://x.example/auth/letter#DEF] [62,308,170,416]
    P Your code
    P DEF
    P The code works once.`)
})

test.each<[what: string, sheet: Sheet | Letters, Lang: string, title: string]>([
  ['an invoice', invoiceSheet(INVOICE, NL), 'nl', 'Factuur 2026-00417'],
  ['a visit form', visitFormSheet(FORM, NL), 'nl', 'Visiteformulier 12 maart 2026'],
  ['a herd', HERD, 'nl', 'Visiteformulier 12 maart 2026'],
  ['letters', LETTERS, 'en', 'Letters'],
])('the PDF of %s declares its language and title, and tags all content', async (_, sheet, Lang, title) => {
  const pdf = await draw(sheet, FONTS)
  const { catalog, pages, unmarked } = pdfStructure(pdf)
  const ViewerPreferences = { DisplayDocTitle: true }
  expect(catalog).toMatchObject({ Lang, MarkInfo: { Marked: true }, ViewerPreferences })
  expect(Buffer.from(pdf).toString('utf8')).toContain(`<rdf:li xml:lang="x-default">${title}</rdf:li>`)
  expect(pages.map(({ Tabs: order }) => order)).toEqual(pages.map(() => ({ name: 'S' })))
  expect(unmarked).toEqual([])
})
