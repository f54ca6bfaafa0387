import type { Invoice } from '#contract/schemas/invoice.ts'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { csvRows } from '#src/routes/client/invoices/-parts/save-invoices.tsx'
import { toCsv } from '#contract/csv.ts'
import { MESSAGES } from '#harness/messages.ts'

const intl = createIntl({ locale: 'nl-NL', messages: MESSAGES.nl })
const TODAY = '2026-03-15'

const LINE: Invoice = {
  uuid: '1',
  status: 'UNPAID',
  number: '2026-00417',
  date: '2026-02-03',
  dueDate: '2026-03-01',
  description: 'Operatie; met nazorg',
  patientNames: ['Bella', 'Simba'],
  totalInclVat: 1342.7,
  openAmount: 42.7,
  currency: 'EUR',
}
const lineOf = (invoice: Invoice) => toCsv(csvRows([invoice], intl, TODAY)).split('\r\n')[1]

// Formats within a row are tested in invoices-csv.test.tsx.

test('the CSV row of an invoice with only a status has empty cells', () => {
  expect(lineOf({ uuid: '1', status: 'UNPAID' } as Invoice)).toBe(';;;;;;;;Openstaand;;')
})

test.each<[string, Partial<Invoice>, string]>([
  ['that is paid has nothing open', { status: 'PAID' }, '1342,70;0,00;EUR;Betaald;;'],
  ['that is unpaid may have nothing open', { openAmount: 0 }, '1342,70;0,00;EUR;Niets te betalen;;'],
  ['that is overpaid has the surplus', { openAmount: -7.3 }, '1342,70;0,00;EUR;Te veel betaald;;7,30'],
  [
    'that is a credit note is negative',
    { openAmount: undefined, totalInclVat: -5 },
    '-5,00;-5,00;EUR;Nog te ontvangen;;',
  ],
])('the CSV row of an invoice %s', (_, fields, cells) => {
  expect(lineOf({ ...LINE, ...fields })).toBe(
    `2026-00417;03-02-2026;01-03-2026;"Operatie; met nazorg";Bella, Simba;${cells}`,
  )
})
