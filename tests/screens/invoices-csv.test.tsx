import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { middleOfMarch, ownerHas } from './invoices.tsx'
import { watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, injectFault, openPortal } from '#harness/portal.tsx'
import { savedFiles } from './steps.ts'
import { shown } from './documents.tsx'

const open = (search = '') => openPortal(`/client/invoices${search}`, { as: 'owner' })
const button = () => screen.getByRole('button', { name: /Facturen downloaden als CSV|Download invoices as CSV/ })

const textOf = async ({ file }: { file: Blob }) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())

/** Saves the file, and returns its name and lines. */
async function save(portal: TestPortal) {
  const saved = savedFiles()
  await portal.user.click(button())
  await waitFor(() => expect(saved).toHaveLength(1))
  return { name: saved[0]!.name, lines: (await textOf(saved[0]!)).split('\r\n') }
}

beforeEach(middleOfMarch)
afterEach(() => vi.restoreAllMocks())

test('the CSV file of invoices contains all matches, in the Dutch spreadsheet format', async () => {
  await ownerHas(
    {
      number: '2026-2',
      date: '2026-03-02',
      dueDate: '2026-03-14',
      status: 'UNPAID',
      totalInclVat: 1342.75,
      openAmount: 42.5,
      currency: 'EUR',
      description: 'Consult; controle',
      patientNames: ['Mies', 'Pip'],
    },
    { number: '2026-1', date: '2026-02-01', totalInclVat: -20, description: '=1+1', paidDate: '2026-02-03' },
    { number: '2026-0', date: '2026-01-31', totalInclVat: 7 },
  )
  const portal = await open('?from=2026-02')
  const later = watch(portal)
  expect(await save(portal)).toEqual({
    name: 'facturen-2026-02-2026-03-15.csv',
    lines: [
      '\uFEFFNummer;Datum;Vervaldatum;Omschrijving;Dieren;Bedrag;Nog te betalen;Valuta;Status;Betaald op;Te veel betaald',
      '2026-2;02-03-2026;14-03-2026;"Consult; controle";Mies, Pip;1342,75;42,50;EUR;Te laat;;',
      "2026-1;01-02-2026;;'=1+1;;-20,00;0,00;;Betaald;03-02-2026;",
      '',
    ],
  })
  expect(later.all()).toEqual([
    expect.stringMatching(/\/invoices\?page=0&size=200&sort=date%2Cdesc&startDate=2026-02-01$/),
  ])
})

test('the CSV file of invoices can be in English', async () => {
  await ownerHas({ number: '2026-1', date: '2026-02-01', totalInclVat: 20.5, status: 'UNPAID' })
  const portal = await open('?status=UNPAID')
  await portal.user.click(screen.getByRole('button', { name: /Taal/ }))
  await portal.user.click(screen.getByRole('menuitemradio', { name: 'English' }))
  await screen.findByRole('heading', { level: 1, name: 'Invoices' })
  expect(await save(portal)).toEqual({
    name: 'invoices-2026-03-15.csv',
    lines: [
      '\uFEFFNumber;Date;Due date;Description;Animals;Amount;Still to pay;Currency;Status;Paid on;Overpaid',
      '2026-1;01-02-2026;;;;20,50;20,50;;Unpaid;;',
      '',
    ],
  })
})

test('the CSV file of invoices contains every page, and a double click saves it once', async () => {
  await ownerHas({})
  const portal = await open()
  injectFault(
    http.get('*/api/clients/*/invoices', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      const content = [{ uuid: `${page}`, status: 'PAID', number: `n${page}` }]
      return Response.json({ content, page: { number: page, size: 200, totalPages: 7, totalElements: 1400 } })
    }),
  )
  const slow = holdRequests('clients/*/invoices')
  const saved = savedFiles()
  const later = watch(portal)
  await portal.user.dblClick(button())
  await slow.count(1)
  await slow.releaseAll()
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await textOf(saved[0]!)).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';')[0])).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6'])
  expect(later.all()).toHaveLength(7)
})

test('the CSV file of invoices is not saved after the user leaves the page', async () => {
  await ownerHas({})
  const portal = await open()
  const saved = savedFiles()
  const slow = holdRequests('clients/*/invoices')
  await portal.user.click(button())
  await slow.count(1)
  expect(button()).toHaveAttribute('aria-busy', 'true')
  await portal.goTo('/client/portal/settings')
  await slow.releaseAll()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(saved).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shown()).toContain('Instellingen')
})
