import type { Invoice } from '#contract/schemas/invoice.ts'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { csvRows } from '#src/routes/client/invoices/-parts/save-invoices.ts'
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

test('days and amounts as spreadsheets in Dutch read them', () => {
  expect(lineOf(LINE)).toBe(
    '2026-00417;03-02-2026;01-03-2026;"Operatie; met nazorg";Bella, Simba;1342,70;42,70;EUR;Te laat;;',
  )
})

test('a credit note stays a number, and a text that begins like a formula is none', () => {
  const credit: Invoice = { ...LINE, status: 'PAID', totalInclVat: -147.25, description: '-1 consult', paidDate: TODAY }
  expect(lineOf(credit)).toBe(
    "2026-00417;03-02-2026;01-03-2026;'-1 consult;Bella, Simba;-147,25;0,00;EUR;Betaald;15-03-2026;",
  )
})

test('what is not known is empty', () => {
  expect(lineOf({ uuid: '1', status: 'UNPAID' } as Invoice)).toBe(';;;;;;;;Openstaand;;')
})

test.each<[string, Partial<Invoice>, string]>([
  ['PAID with an open amount asks for nothing', { status: 'PAID' }, '1342,70;0,00;EUR;Betaald;;'],
  ['UNPAID with nothing open', { openAmount: 0 }, '1342,70;0,00;EUR;Niets open;;'],
  ['an overpayment is named', { openAmount: -7.3 }, '1342,70;0,00;EUR;Te veel betaald;;7,30'],
  ['a credit note', { openAmount: undefined, totalInclVat: -5 }, '-5,00;-5,00;EUR;Nog te ontvangen;;'],
])('%s', (_, fields, cells) => {
  expect(lineOf({ ...LINE, ...fields })).toBe(
    `2026-00417;03-02-2026;01-03-2026;"Operatie; met nazorg";Bella, Simba;${cells}`,
  )
})
