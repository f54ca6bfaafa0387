import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renew, rows, watch } from './faults.tsx'
import { hasVisits, manyVisits, ownerAndAnimals, plain, shown } from './documents.tsx'
import { showsHeading } from './steps.ts'
import { type TestPortal, openPortal } from '#harness/portal.tsx'

const open = (search = '') => openPortal(`/client/visit-forms${search}`, { as: 'owner' })
const lists = ({ calls }: TestPortal) => calls.filter((call) => call.includes('/visit-forms'))
const back = () => screen.getByRole('link', { name: 'Alle bezoeken' })

const WHOLE = {
  date: '2026-05-12',
  number: 'V100',
  patientName: 'Bella',
  veterinarian: 'drs. A. Bakker',
  reason: 'Mank aan de linkervoorpoot',
  findings: 'Zwelling.\nPijn bij druk.',
  diagnosis: 'Verstuiking',
  treatment: 'Pijnstiller gegeven',
  advice: 'Rust houden',
  medication: [{ product: 'Penivet', dosage: '2 x daags', days: 1 }, { product: 'Zalf' }],
  followUpDate: '2026-05-26',
}

describe('the list of visits', () => {
  test('shows day, title, animal and vet, grouped by year', async () => {
    const { clientId } = await ownerAndAnimals()
    await hasVisits(
      clientId,
      { ...WHOLE, date: '2026-11-12' },
      { date: '2026-01-03', number: 'V99' },
      { date: '2025-12-31' },
    )
    const portal = await open()
    expect(document.title).toBe('Bezoeken · Dierenportaal')
    const tables = screen.getAllByRole('table')
    expect(tables).toHaveLength(2)
    expect(screen.getByRole('heading', { name: '2026' })).toBeVisible()
    expect(screen.getByRole('heading', { name: '2025' })).toBeVisible()
    const cells = (table: HTMLElement) =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => plain(textContent)))
    expect(cells(tables[0]!)).toEqual([
      ['12 nov', 'Mank aan de linkervoorpoot', 'BeBella, 12 nov', 'drs. A. Bakker', ''],
      ['3 jan', 'V99', '3 jan–', '–', ''],
    ])
    expect(cells(tables[1]!)).toEqual([['31 dec', 'Bezoek', '31 dec–', '–', '']])
    expect(lists(portal)).toEqual([`GET /api/clients/${clientId}/visit-forms?page=0&size=25&sort=date%2Cdesc`])
  })

  test('can be empty, has pages, and links to the first page from a page beyond the end', async () => {
    const { clientId } = await ownerAndAnimals()
    await hasVisits(clientId)
    const portal = await open()
    expect(screen.getByText('Nog geen bezoeken')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Alle dieren tonen' })).toBeNull()
    await hasVisits(clientId, ...manyVisits(27))
    await renew(portal)
    await portal.goTo('/client/visit-forms?page=2')
    expect(await screen.findByText('Bezoek 27')).toBeVisible()
    expect(rows().at(-1)).toHaveTextContent('Bezoek 27')
    await portal.user.click(screen.getByRole('link', { name: 'Vorige pagina' }))
    expect(await screen.findByText('Bezoek 1')).toBeVisible()
    expect(screen.getByText('1–25 van 27')).toBeVisible()
    await portal.goTo('/client/visit-forms?page=9')
    expect(await screen.findByText('Deze pagina is leeg')).toBeVisible()
    await portal.user.click(screen.getByRole('link', { name: 'Naar de eerste pagina' }))
    expect(await screen.findByText('Bezoek 1')).toBeVisible()
    expect(portal.address()).toBe('/client/visit-forms')
  })
})

describe('the page of a visit', () => {
  test('shows everything in order without another call, and can be printed', async () => {
    const { clientId } = await ownerAndAnimals()
    const [uuid] = await hasVisits(clientId, WHOLE)
    const portal = await open()
    const { all } = watch(portal)
    await portal.user.click(screen.getByRole('link', { name: WHOLE.reason }))
    expect(await screen.findByRole('heading', { level: 1, name: WHOLE.reason })).toBeVisible()
    expect(portal.address()).toBe(`/client/visit-forms?visit=${uuid}`)
    expect(document.title).toBe('Mank aan de linkervoorpoot · Dierenportaal')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Advies',
      'Bevindingen',
      'Diagnose',
      'Behandeling',
      'Medicijnen',
    ])
    expect(shown()).toContain(
      'Datum12 mei 2026DierBellaDierenartsdrs. A. BakkerNummerV100BevindingenZwelling. Pijn bij druk.',
    )
    const medicines = screen.getByRole('region', { name: 'Medicijnen' })
    const items = within(medicines).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Penivet2 x daags1 dagOpnieuw aanvragen',
      'ZalfOpnieuw aanvragen',
    ])
    const print = vi.fn<() => void>()
    window.print = print
    await portal.user.click(screen.getByRole('button', { name: 'Afdrukken' }))
    expect(print).toHaveBeenCalledOnce()
    expect(all()).toEqual([])
  })

  test('offers an appointment for a planned check-up, and shows a long reason in full', async () => {
    const { clientId } = await ownerAndAnimals()
    const next = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const long = `${'drinkt veel en '.repeat(20)}plast veel`
    const [uuid, former, wordy] = await hasVisits(
      clientId,
      { reason: 'Mank', advice: 'Rust houden.', followUpDate: next },
      { reason: 'Toen', followUpDate: '2026-01-01' },
      { reason: long },
    )
    const portal = await open(`?visit=${uuid}`)
    expect(await screen.findByText(/^Controle op/)).toBeVisible()
    await portal.user.click(await screen.findByRole('button', { name: /^Afspraak maken.*Controle/ }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    await portal.user.keyboard('{Escape}')
    await portal.goTo(`/client/visit-forms?visit=${former}`)
    expect(await screen.findByText('1 januari 2026')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Afspraak maken/ })).toBeNull()
    await portal.goTo(`/client/visit-forms?visit=${wordy}`)
    await showsHeading('Reden')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^drinkt veel .{20,110}…$/)
    expect(screen.getByText(long)).toBeVisible()
  })

  test('returns to the page, the animal and the focus of the list', async () => {
    const { clientId, animal } = await ownerAndAnimals()
    await hasVisits(clientId, ...manyVisits(60, (index) => ({ patientUuid: animal(index % 2 ? 'Simba' : 'Bella') })))
    const portal = await open(`?page=2&patient=${animal('Bella')}`)
    const address = portal.address()
    await portal.user.click(screen.getByRole('link', { name: 'Bezoek 55' }))
    await portal.user.click(await screen.findByRole('link', { name: 'Alle bezoeken' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bezoek 55' })).toHaveFocus())
    expect(portal.address()).toBe(address)
    expect(document.title).toBe('Bezoeken · Dierenportaal')
    await portal.user.click(screen.getByRole('link', { name: 'Bezoek 57' }))
    await screen.findByRole('heading', { name: 'Bezoek 57' })
    act(() => portal.router.history.back())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bezoek 57' })).toHaveFocus())
  })

  test('is found on a later page of the list, and returns to that page', async () => {
    const { clientId } = await ownerAndAnimals()
    const uuids = await hasVisits(clientId, ...manyVisits(80))
    const portal = await open(`?visit=${uuids[60]}`)
    expect(screen.getByRole('heading', { level: 1, name: 'Bezoek 61' })).toBeVisible()
    const pages = lists(portal).map((call) => new URL(call.slice(4), 'http://x').searchParams.get('page'))
    expect(pages).toEqual(['0', '1', '2'])
    await portal.user.click(back())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bezoek 61' })).toHaveFocus())
    expect(portal.address()).toBe('/client/visit-forms?page=3')
    expect(lists(portal)).toHaveLength(3)
  })

  test('is not found after each page of the list was read once', async () => {
    const { clientId } = await ownerAndAnimals()
    await hasVisits(clientId, ...manyVisits(30))
    const portal = await open('?page=2&visit=5d3c0000-0000-4000-8000-000000000000')
    expect(screen.getByText('Dit bezoek is niet gevonden')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(lists(portal)).toHaveLength(2)
    await portal.user.click(back())
    expect(await screen.findByText('Bezoek 30')).toBeVisible()
    expect(portal.address()).toBe('/client/visit-forms?page=2')
  })

  test('remains open when newer visits move it to another page', async () => {
    const { clientId } = await ownerAndAnimals()
    const uuids = await hasVisits(clientId, ...manyVisits(25))
    const portal = await open(`?visit=${uuids[24]}`)
    await hasVisits(clientId, ...manyVisits(26, (index) => ({ uuid: uuids[index - 1] ?? crypto.randomUUID() })))
    await renew(portal)
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Bezoek 26'))
  })
})
