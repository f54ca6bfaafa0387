import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import { addInvoice, middleOfMarch, ownerHas } from './invoices.tsx'
import { plain } from './documents.tsx'
import { shows } from './steps.ts'
import { arrivesAt, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const CONSULT = { description: 'Consult', quantity: 2, unitPrice: 30.255, discount: 0.5, vatRate: 21, amount: 60.01 }
const FOOD = { description: 'Dieetvoer', vatRate: 9, amount: 10.9 }
const INVOICE: Partial<ItemisedInvoice> = { number: '2026-7', description: 'Controle', totalInclVat: 70.9 }

beforeEach(middleOfMarch)

async function open(fields: Partial<ItemisedInvoice>) {
  const invoiceId = await addInvoice(await ownerHas(), { ...INVOICE, ...fields })
  return await openPortal(`/client/invoices/${invoiceId}`, { as: 'owner' })
}
const fold = (name: RegExp) => screen.getAllByText(name)[0]!.closest('details')!
const rowsIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => plain(cell.textContent)),
    )
const sums = () =>
  screen.getAllByRole('term').map((term) => plain(`${term.textContent}|${term.nextSibling?.textContent}`))

test('an invoice with lines opens from the list', async () => {
  await addInvoice(await ownerHas(), { ...INVOICE, lines: [CONSULT] })
  await addInvoice(await ownerHas(INVOICE), { ...INVOICE, description: 'Operatie', lines: [CONSULT] })
  const portal = await openPortal('/client/invoices', { as: 'owner' })
  expect(screen.queryByRole('link', { name: 'Controle' })).toBeNull()
  await portal.follow(/^Operatie/)
  await shows(/^Consult/)
  expect(portal.address()).toMatch(/^\/client\/invoices\/[\w-]+$/)
})

test('lines are in folds by animal with their amount, open at first if they are few', async () => {
  const lines = [{ ...CONSULT, patientName: 'Bella' }, FOOD, { ...FOOD, patientName: 'Simba' }]
  const portal = await open({ lines })
  expect(screen.getAllByRole('group').map((each) => plain(each.textContent))).toMatchObject([
    expect.stringContaining('Bella€ 60,01'),
    expect.stringContaining('Simba€ 10,90'),
    expect.stringContaining('Overig€ 10,90'),
  ])
  expect(fold(/^Bella$/)).toHaveProperty('open', true)
  const many = { ...INVOICE, lines: [...lines, ...Array.from({ length: 10 }, () => FOOD)] }
  await portal.goTo(`/client/invoices/${await addInvoice(await ownerHas(), many)}`)
  await waitFor(() => expect(fold(/^Bella$/)).toHaveProperty('open', false))
})

test('a single animal is open, with quantity, price, discount, VAT and amount', async () => {
  await open({ lines: [{ ...CONSULT, patientName: 'Bella' }] })
  expect(fold(/^Bella$/)).toHaveProperty('open', true)
  const [row] = rowsIn(screen.getByRole('table', { name: 'Bella' }))
  expect(row).toEqual(['Consult', '2 × € 30,255korting € 0,5021% btw', '21%', '€ 60,01'])
})

test.each([
  ['Afronding', 70.9, ['Totaal van de regels|€ 70,91', 'Afronding|€ -0,01', 'Totaal incl. btw|€ 70,90']],
  [
    'Verschil met het totaal',
    80,
    ['Totaal van de regels|€ 70,91', 'Verschil met het totaal|€ 9,09', 'Totaal incl. btw|€ 80,00'],
  ],
])('a difference from the total is named: %s', async (_, totalInclVat, expected) => {
  await open({ totalInclVat, lines: [CONSULT, FOOD] })
  await shows('Totaal incl. btw')
  expect(sums().slice(-6)).toEqual([
    ...expected,
    'Btw 21% over € 49,60|€ 10,42',
    'Btw 9% over € 10,00|€ 0,90',
    'Afronding van de btw|€ -0,01',
  ])
})

test('the lines of a credit note have the sign of its total', async () => {
  await open({ totalInclVat: 60.01, creditFor: '2026-1', lines: [CONSULT] })
  await shows('Creditfactuur 2026-7')
  expect(rowsIn(screen.getByRole('table'))[0]).toEqual([
    'Consult',
    '-2 × € 30,255korting € -0,5021% btw',
    '21%',
    '€ -60,01',
  ])
})

test('the page says that an invoice is unknown or has no lines', async () => {
  const portal = await open({})
  await shows(/geen regels doorgegeven/)
  await portal.goTo(`/client/invoices/${crypto.randomUUID()}`)
  await shows('Factuur niet gevonden')
})

test('invoices have no page of their own if the API has no lines', async () => {
  withoutCapabilities()
  await arrivesAt(await open({ lines: [CONSULT] }), '/404')
})
