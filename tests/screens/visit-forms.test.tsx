import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { rows, watch } from './faults.tsx'
import { apiAnswers, hasVisits, manyVisits, ownerAndAnimals, plain, shown } from './documents.tsx'
import { inEnglish } from './owner.ts'
import { type TestPortal, injectFault, openPortal } from '#harness/portal.tsx'

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

describe('the list', () => {
  test('by year, with the day, what it was, the animal and the vet; asked for as the specification has it', async () => {
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

  test('pages, and a page beyond the end has a way back', async () => {
    const { clientId } = await ownerAndAnimals()
    await hasVisits(clientId, ...manyVisits(27))
    const portal = await open('?page=2')
    expect(rows().at(-1)).toHaveTextContent('Bezoek 27')
    await portal.user.click(screen.getByRole('link', { name: 'Vorige pagina' }))
    expect(await screen.findByText('Bezoek 1')).toBeVisible()
    expect(screen.getByText('1–25 van 27')).toBeVisible()
    await act(() => portal.router.navigate({ to: '/client/visit-forms', search: { page: 9 } }))
    expect(await screen.findByText('Deze pagina is leeg')).toBeVisible()
    await portal.user.click(screen.getByRole('link', { name: 'Naar de eerste pagina' }))
    expect(await screen.findByText('Bezoek 1')).toBeVisible()
    expect(portal.address()).toBe('/client/visit-forms')
  })

  test('none at all', async () => {
    const { clientId } = await ownerAndAnimals()
    await hasVisits(clientId)
    await open()
    expect(screen.getByText('Nog geen bezoeken')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Toon alle dieren' })).toBeNull()
  })

  test('an API that says no more than the specification has', async () => {
    apiAnswers('visit-forms', [
      { uuid: 'a', date: null, reason: null, medication: null },
      { uuid: 'b', date: 'onbekend' },
      { uuid: 'c', date: '2026-02-01' },
    ])
    injectFault(answers('get', 'clients/*/patients', 404, 'not-found'))
    const portal = await open()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['2026'])
    expect(screen.getAllByRole('link', { name: 'Bezoek' })).toHaveLength(3)
    // What is no day is not told.
    expect(shown()).not.toContain('onbekend')
    await portal.user.click(screen.getAllByRole('link', { name: 'Bezoek' })[0]!)
    expect(await screen.findByText('Meer staat er niet bij dit bezoek.')).toBeVisible()
    expect(shown()).not.toMatch(/Invalid|undefined|null|Dierenarts|Bestand/)
  })

  test('in English', async () => {
    const { clientId } = await ownerAndAnimals()
    const [uuid] = await hasVisits(clientId, WHOLE)
    await inEnglish()
    await open(`?visit=${uuid}`)
    expect(await screen.findByRole('heading', { name: 'Findings' })).toBeVisible()
    expect(screen.getByText('26 May 2026')).toBeVisible()
    expect(screen.getByText('1 day')).toBeVisible()
    expect(document.title).toBe('Mank aan de linkervoorpoot · Dierenportaal')
  })
})

describe('one visit', () => {
  test('opens in place by its row: all that it says, in order, and it can be printed', async () => {
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
    expect(
      within(medicines)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Penivet2 x daags1 dagVraag om meer', 'ZalfVraag om meer'])
    const print = vi.fn<() => void>()
    window.print = print
    await portal.user.click(screen.getByRole('button', { name: 'Afdrukken' }))
    expect(print).toHaveBeenCalledOnce()
    expect(all()).toEqual([])
  })

  test('a planned check has its appointment, and one that has gone by has none', async () => {
    const { clientId } = await ownerAndAnimals()
    const next = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    const [uuid, former] = await hasVisits(
      clientId,
      { reason: 'Mank', advice: 'Rust houden.', followUpDate: next },
      { reason: 'Toen', followUpDate: '2026-01-01' },
    )
    const portal = await open(`?visit=${uuid}`)
    expect(await screen.findByText(/^Controle op/)).toBeVisible()
    await portal.user.click(await screen.findByRole('button', { name: /^Afspraak maken.*Controle/ }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    await portal.user.keyboard('{Escape}')
    await act(() => portal.router.navigate({ to: '/client/visit-forms', search: { page: 1, visit: former! } }))
    expect(await screen.findByText('1 januari 2026')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Afspraak maken/ })).toBeNull()
  })

  test('a reason too long for a title is told in full', async () => {
    const { clientId } = await ownerAndAnimals()
    const reason = `${'drinkt veel en '.repeat(20)}plast veel`
    const [uuid] = await hasVisits(clientId, { reason })
    await open(`?visit=${uuid}`)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^drinkt veel .{20,110}…$/)
    expect(screen.getByRole('heading', { name: 'Reden' })).toBeVisible()
    expect(screen.getByText(reason)).toBeVisible()
  })

  test('and back: the page, the animal and the focus as they were', async () => {
    const { clientId, animal } = await ownerAndAnimals()
    await hasVisits(clientId, ...manyVisits(60, (index) => ({ patientUuid: animal(index % 2 ? 'Simba' : 'Bella') })))
    const portal = await open(`?page=2&patient=${animal('Bella')}`)
    const address = portal.address()
    await portal.user.click(screen.getByRole('link', { name: 'Bezoek 55' }))
    await portal.user.click(await screen.findByRole('link', { name: 'Alle bezoeken' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bezoek 55' })).toHaveFocus())
    expect(portal.address()).toBe(address)
    expect(document.title).toBe('Bezoeken · Dierenportaal')
    // And by the browser's own button.
    await portal.user.click(screen.getByRole('link', { name: 'Bezoek 57' }))
    await screen.findByRole('heading', { name: 'Bezoek 57' })
    act(() => portal.router.history.back())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bezoek 57' })).toHaveFocus())
  })

  test('by a link to one on a later page: each page is asked for once, up to it, and back leads to its page', async () => {
    const { clientId } = await ownerAndAnimals()
    const uuids = await hasVisits(clientId, ...manyVisits(80))
    const portal = await open(`?visit=${uuids[60]}`)
    expect(screen.getByRole('heading', { level: 1, name: 'Bezoek 61' })).toBeVisible()
    expect(lists(portal).map((call) => new URL(call.slice(4), 'http://x').searchParams.get('page'))).toEqual([
      '0',
      '1',
      '2',
    ])
    await portal.user.click(back())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bezoek 61' })).toHaveFocus())
    expect(portal.address()).toBe('/client/visit-forms?page=3')
    expect(lists(portal)).toHaveLength(3)
  })

  test('one that is nowhere: told without a fuss, after each page once', async () => {
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

  test('stays open when a newer one pushes it off its page', async () => {
    const { clientId } = await ownerAndAnimals()
    const uuids = await hasVisits(clientId, ...manyVisits(25))
    const portal = await open(`?visit=${uuids[24]}`)
    await hasVisits(clientId, ...manyVisits(26, (index) => ({ uuid: uuids[index - 1] ?? crypto.randomUUID() })))
    await act(() => portal.router.options.context.queryClient.invalidateQueries())
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Bezoek 26'))
  })
})
