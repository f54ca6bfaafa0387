import type { Invoice } from '#contract/schemas/invoice.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { apiAnswers, cells, middleOfMarch, ownerHas } from './invoices.tsx'
import { renew, rows, settled, watch } from './faults.tsx'
import { shows, wide } from './steps.ts'
import { injectFault, openPortal } from '#harness/portal.tsx'
import { plain, shown } from './documents.tsx'

const PAID: Partial<Invoice> = {
  status: 'PAID',
  number: '2026-1',
  date: '2026-01-20',
  totalInclVat: 1200.1,
  description: 'Operatie Bella',
  patientNames: ['Bella'],
}
const LATE: Partial<Invoice> = {
  status: 'UNPAID',
  number: '2026-2',
  date: '2026-02-20',
  dueDate: '2026-03-14',
  totalInclVat: 100.2,
  openAmount: 60.1,
  description: 'Consult',
  patientNames: ['Simba', 'Fleur'],
}
const OPEN: Partial<Invoice> = {
  status: 'UNPAID',
  number: '2026-3',
  date: '2026-03-02',
  dueDate: '2026-03-15',
  totalInclVat: 50.25,
  description: 'Vaccinatie',
}
const CREDIT: Partial<Invoice> = {
  status: 'PAID',
  number: '2026-4',
  date: '2026-03-01',
  totalInclVat: -20,
  description: 'Brokken retour',
}

const open = (search = '') => openPortal(`/client/invoices${search}`, { as: 'owner' })
const bars = () => screen.queryByRole('list', { name: /^Factuurbedrag/ })

beforeEach(middleOfMarch)

test('the invoices page loads amounts, invoices and monthly bars by three calls', async () => {
  await ownerHas(PAID, LATE, OPEN, CREDIT)
  const portal = await open()
  expect(shown()).toContain('Nog te betalen€ 110,352 facturen, waarvan 1 te laat')
  expect(shown()).toContain('4 facturen, samen € 1.330,55')
  expect(cells()).toEqual([
    ['2 mrt 2026', 'Vaccinatie', '2026-3', '2 mrt 2026betalen t/m 15 mrt 2026', '€ 50,25', 'Openstaand', 'Betalen'],
    ['1 mrt 2026', 'Brokken retour Creditfactuur', '2026-4', '1 mrt 2026–', '€ -20,00', 'Betaald', ''],
    [
      '20 feb 2026',
      'Consult Simba, Fleur',
      '2026-2',
      '20 feb 2026betalen t/m 14 mrt 2026',
      '€ 60,10nog open van € 100,20',
      'Te laat',
      'Betalen',
    ],
    ['20 jan 2026', 'Operatie Bella', '2026-1', '20 jan 2026–', '€ 1.200,10', 'Betaald', ''],
  ])
  expect(
    within(bars()!)
      .getAllByRole('listitem')
      .map((bar) => plain(bar.textContent))
      .slice(-4),
  ).toEqual([
    'decdecember 2025: € 0,00',
    'janjanuari 2026: € 1.200,10',
    'febfebruari 2026: € 100,20, nog te betalen € 60,10',
    'mrtmaart 2026: € 30,25, nog te betalen € 50,25',
  ])
  expect(portal.address()).toBe('/client/invoices')
  const searches = portal.calls.filter((call) => call.includes('/invoices')).map((call) => call.split('?')[1])
  expect(searches).toHaveLength(3)
  expect(searches).toEqual(
    expect.arrayContaining([
      'page=0&size=200&sort=date%2Cdesc&startDate=2025-04-01&endDate=2026-03-31',
      'page=0&size=200&sort=date%2Cdesc&status=UNPAID',
      'page=0&size=25&sort=date%2Cdesc',
    ]),
  )
})

test('on a phone the list follows the open amount, and the period is chosen by a button', async () => {
  wide(390)
  onTestFinished(() => wide(1024))
  await ownerHas(PAID, LATE, OPEN)
  const portal = await openPortal('/client/invoices', { as: 'owner' })
  expect(plain((await screen.findByText(/^Nog te betalen: /)).textContent)).toBe(
    'Nog te betalen: € 110,35 · 2 facturen, waarvan 1 te laat',
  )
  const table = screen.getByRole('table')
  expect(table.compareDocumentPosition(bars()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByRole('button', { name: /begin$/ })).toBeNull()
  await portal.press('Periode')
  expect(screen.getByRole('button', { name: /begin$/ })).toBeVisible()
})

test('the payment status is part of the URL and the call', async () => {
  await ownerHas(PAID, LATE, OPEN)
  const portal = await open()
  let later = watch(portal)
  await portal.choose('Openstaand')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(portal.address()).toBe('/client/invoices?status=UNPAID')
  expect(later.all().map((call) => call.split('?')[1])).toEqual(['page=0&size=25&sort=date%2Cdesc&status=UNPAID'])
  expect(shown()).toContain('2 facturen, nog € 110,35 te betalen')
  expect(bars()).toHaveTextContent('1.200,10')

  later = watch(portal)
  await portal.choose('Betaald')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(portal.address()).toBe('/client/invoices?status=PAID')
  expect(later.all()).toEqual([expect.stringMatching(/status=PAID$/)])
  expect(shown()).toContain('Nog te betalen€ 110,35')

  await portal.choose('Alle')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(portal.address()).toBe('/client/invoices')
})

test('invoices that are paid, overpaid or have nothing open offer no payment', async () => {
  const due = { dueDate: '2026-03-01', description: 'Consult' }
  await ownerHas(
    { ...due, status: 'PAID', date: '2026-02-05', totalInclVat: 121, openAmount: 121 },
    { ...due, status: 'UNPAID', date: '2026-02-04', totalInclVat: 100, openAmount: 0 },
    { ...due, status: 'UNPAID', date: '2026-02-03', totalInclVat: 100, openAmount: -40 },
    { ...due, status: 'UNPAID', date: '2026-02-02', totalInclVat: 100, paidAmount: 50, openAmount: 100 },
    { ...due, status: 'UNPAID', date: '2026-02-01', totalInclVat: 100, creditFor: '2026-1' },
  )
  await open()
  expect(cells().map((row) => row.slice(-3))).toEqual([
    ['€ 121,00', 'Betaald', ''],
    ['€ 100,00', 'Niets te betalen', ''],
    ['€ 100,00€ 40,00 te veel betaald', 'Te veel betaald', ''],
    ['€ 50,00nog open van € 100,00', 'Te laat', 'Betalen'],
    ['€ -100,00', 'Nog te ontvangen', ''],
  ])
  expect(shown()).toContain('Tegoed bij uw praktijk€ 50,002 facturen, waarvan 1 te laat')
})

test('unpaid invoices are sorted by due date over all pages, and all invoices by date', async () => {
  const days = Array.from({ length: 30 }, (_, index) => String(index + 1).padStart(2, '0'))
  const dueOn = (day: string) => ({ ...OPEN, number: day, date: '2026-02-01', dueDate: `2026-03-${day}` })
  await ownerHas(...days.toReversed().map(dueOn), { ...OPEN, number: 'none', date: '2026-01-01', dueDate: undefined })
  const portal = await open('?status=UNPAID')
  const numbers = () => cells().map((row) => row[2])
  expect(numbers()).toEqual(days.slice(0, 25))
  await portal.follow('Volgende pagina')
  await waitFor(() => expect(numbers()).toEqual([...days.slice(25), 'none']))
  await portal.choose('Alle')
  await waitFor(() => expect(rows()).toHaveLength(25))
  expect(portal.calls.filter((call) => call.includes('/invoices')).every((call) => call.includes('date%2Cdesc'))).toBe(
    true,
  )
})

test('the invoice date is shown if an invoice has no due date', async () => {
  await ownerHas({ ...OPEN, dueDate: undefined })
  await open()
  expect(cells()).toEqual([['2 mrt 2026', 'Vaccinatie', '2 mrt 20262026-3', '€ 50,25', 'Openstaand', 'Betalen']])
})

test('the invoices page states that all is paid, or that there is a credit', async () => {
  await ownerHas(PAID)
  const portal = await open()
  expect(shown()).toContain('U heeft alles betaald.')
  expect(shown()).not.toContain('te laat')

  await ownerHas({ ...CREDIT, status: 'UNPAID', dueDate: '2026-03-01' })
  await renew(portal)
  await waitFor(() => expect(shown()).toContain('Tegoed bij uw praktijk€ 20,001 factuur'))
  expect(shown()).not.toContain('te laat')
})

test('more than 200 unpaid invoices show a count but no sum', async () => {
  const many = Array.from({ length: 201 }, (_, index) => ({ ...OPEN, uuid: crypto.randomUUID(), number: `${index}` }))
  await ownerHas(...many)
  const portal = await open()
  expect(rows()).toHaveLength(25)
  await waitFor(() => expect(portal.calls.filter((call) => call.includes('/invoices'))).toHaveLength(4))
  expect(shown()).toContain('Nog te betalen201 facturen')
  expect(shown()).not.toMatch(/samen|te laat/)
  expect(bars()).toBeNull()

  await ownerHas(...many.slice(1))
  await renew(portal)
  await waitFor(() => expect(shown()).toContain('200 facturen, samen € 10.050,00'))
  expect(shown()).toContain('Nog te betalen€ 10.050,00')
  expect(bars()).toBeVisible()
})

test('sums that fail to load are not requested again, and the invoices remain', async () => {
  await ownerHas(PAID, OPEN)
  injectFault(
    http.get('*/api/clients/*/invoices', ({ request }) =>
      request.url.includes('size=200') ? Response.json({ status: 500 }, { status: 500 }) : undefined,
    ),
  )
  const portal = await open()
  expect(rows()).toHaveLength(2)
  await settled()
  expect(portal.calls.filter((call) => call.includes('size=200'))).toHaveLength(2)
  expect(shown()).not.toContain('Nog te betalen')
})

test('the open amount is unknown if the API ignores the filter and has several pages', async () => {
  apiAnswers([{ uuid: 'a', status: 'PAID', totalInclVat: 1 }, OPEN], 300)
  await open()
  expect(rows()).toHaveLength(2)
  expect(shown()).not.toContain('Nog te betalen')
})

test('invoices with only a status are listed without empty columns', async () => {
  apiAnswers([
    { uuid: 'a', status: 'PAID' },
    { uuid: 'b', status: 'UNPAID' },
    { uuid: 'c', status: 'DISPUTED' },
    { uuid: 'd' },
  ])
  await open()
  expect(cells()).toEqual([
    ['Factuur', 'Betaald', ''],
    ['Factuur', 'Openstaand', ''],
    ['Factuur', 'DISPUTED', ''],
    ['Factuur', '', ''],
  ])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Factuur',
    'Status',
    'Acties',
  ])
  expect(shown()).toContain('Nog te betalen3 facturen')
  expect(shown()).not.toMatch(/€|NaN|undefined|Invalid/)
  expect(bars()).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Factuur openen' })).toHaveLength(4)
})

test('an invoice without a description is named by its number, and other currencies have no sum', async () => {
  apiAnswers([
    { uuid: 'a', status: 'UNPAID', number: '7', date: '2026-03-01', totalInclVat: 12.5, currency: 'USD' },
    { uuid: 'b', status: 'UNPAID', number: '8', date: '2026-03-02', totalInclVat: -1, currency: '?' },
  ])
  await open()
  expect(cells()).toEqual([
    ['Factuur 7', '1 mrt 2026', 'US$ 12,50', 'Openstaand', ''],
    ['Creditfactuur 8', '2 mrt 2026', '-1,00 ?', 'Nog te ontvangen', ''],
  ])
  expect(shown()).not.toMatch(/samen|€/)
})

test('a client without invoices sees no filter', async () => {
  await ownerHas()
  await open()
  expect(screen.getByText('Nog geen facturen')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Van:/ })).toBeNull()
  expect(shown()).not.toContain('Nog te betalen')
})

test('a filter that matches no invoices can be cleared by a button', async () => {
  await ownerHas(PAID)
  const portal = await open('?status=UNPAID&from=2026-02')
  expect(screen.getByText('Geen facturen gevonden')).toBeVisible()
  await portal.press('Alle facturen tonen')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(portal.address()).toBe('/client/invoices')
})

test('30 invoices have two pages and one sum, and a page beyond the end links to the first', async () => {
  await ownerHas(...Array.from({ length: 30 }, (_, index) => ({ ...PAID, number: `${index}`, totalInclVat: 0.1 })))
  const portal = await open()
  expect(rows()).toHaveLength(25)
  await waitFor(() => expect(shown()).toContain('30 facturen, samen € 3,00'))
  await portal.follow('Volgende pagina')
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(portal.address()).toBe('/client/invoices?page=2')
  expect(shown()).toContain('30 facturen, samen € 3,00')
  await portal.goTo('/client/invoices?page=7&status=PAID')
  await shows('Deze pagina is leeg')
  await portal.follow('Naar de eerste pagina')
  await waitFor(() => expect(rows()).toHaveLength(25))
  expect(portal.address()).toBe('/client/invoices?status=PAID')
})
