import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { SLOW_MS } from '#src/lib/constants.ts'
import { middleOfMarch, ownerHas, shown } from './invoices.tsx'
import { watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { injectFault, openPortal } from '#harness/portal.tsx'

const open = (search = '') => openPortal(`/client/invoices${search}`, { as: 'owner' })
const button = () => screen.getByRole('button', { name: /Facturen downloaden als CSV|Download invoices as CSV/ })

/** The files that are handed to the browser. */
function saved() {
  const names: string[] = []
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const text = async (index = 0) => {
    const bytes = await (create.mock.calls[index]![0] as Blob).arrayBuffer()
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
  return { names, text }
}

beforeEach(middleOfMarch)
afterEach(() => vi.restoreAllMocks())

test('all of the filter as a spreadsheet in Dutch reads it', async () => {
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
  const { names, text } = saved()
  const later = watch(portal)
  await portal.user.click(button())
  await waitFor(() => expect(names).toEqual(['facturen-2026-02-2026-03-15.csv']))
  expect(await text()).toBe(
    [
      '\uFEFFNummer;Datum;Vervaldatum;Omschrijving;Dieren;Bedrag;Nog te betalen;Valuta;Status;Betaald op;Te veel betaald',
      '2026-2;02-03-2026;14-03-2026;"Consult; controle";Mies, Pip;1342,75;42,50;EUR;Te laat;;',
      "2026-1;01-02-2026;;'=1+1;;-20,00;0,00;;Betaald;03-02-2026;",
      '',
    ].join('\r\n'),
  )
  expect(later.all()).toEqual([
    expect.stringMatching(/\/invoices\?page=0&size=200&sort=date%2Cdesc&startDate=2026-02-01$/),
  ])
})

test('in English', async () => {
  await ownerHas({ number: '2026-1', date: '2026-02-01', totalInclVat: 20.5, status: 'UNPAID' })
  const portal = await open('?status=UNPAID')
  await portal.user.click(screen.getByRole('button', { name: /Taal/ }))
  await portal.user.click(screen.getByRole('menuitemradio', { name: 'English' }))
  await screen.findByRole('heading', { level: 1, name: 'Invoices' })
  const { names, text } = saved()
  await portal.user.click(button())
  await waitFor(() => expect(names).toEqual(['invoices-2026-03-15.csv']))
  expect(await text()).toBe(
    [
      '\uFEFFNumber;Date;Due date;Description;Animals;Amount;Still to pay;Currency;Status;Paid on;Overpaid',
      '2026-1;01-02-2026;;;;20,50;20,50;;Unpaid;;',
      '',
    ].join('\r\n'),
  )
})

test('every page comes along, and a second press does nothing meanwhile', async () => {
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
  const { names, text } = saved()
  const later = watch(portal)
  await portal.user.dblClick(button())
  await slow.count(1)
  await slow.releaseAll()
  await waitFor(() => expect(names).toHaveLength(1))
  const lines = (await text()).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';')[0])).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6'])
  expect(later.all()).toHaveLength(7)
})

test('that takes long says so, until it is there', async () => {
  await ownerHas({})
  const portal = await open()
  const { names } = saved()
  const slow = holdRequests('clients/*/invoices', ({ searchParams }) => searchParams.get('size') === '200')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await portal.user.click(button())
  await slow.count(1)
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS))
  expect(screen.getByText(/Het duurt langer dan normaal/)).toBeVisible()
  await slow.releaseAll()
  await waitFor(() => expect(names).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/Het duurt langer dan normaal/)).toBeNull())
})

test('that fails is told once, and can be tried again', async () => {
  await ownerHas({})
  const portal = await open()
  const { names } = saved()
  injectFault(answers('get', 'clients/*/invoices', 500, 'internal', { once: true }))
  await portal.user.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent('500')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(names).toEqual([])
  expect(button()).not.toHaveAttribute('aria-busy')
  await portal.user.click(button())
  await waitFor(() => expect(names).toHaveLength(1))
})

test('is not saved for somebody who has left the page', async () => {
  await ownerHas({})
  const portal = await open()
  const { names } = saved()
  const slow = holdRequests('clients/*/invoices')
  await portal.user.click(button())
  await slow.count(1)
  expect(button()).toHaveAttribute('aria-busy', 'true')
  await act(() => portal.router.navigate({ to: '/client/portal/settings' }))
  await slow.releaseAll()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(names).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shown()).toContain('Instellingen')
})
