import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, day, entry, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { answerOf, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

let clientId: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  await database().updateTable('client').set({ ubn: '1111111' }).where('uuid', '=', clientId).execute()
})
afterEach(() => vi.restoreAllMocks())

const open = (search = '') => openPortal(`/client/herd${search}`, { as: 'owner' })
const cow = (name: string, more: object = {}) => animal(clientId, { name, species: 'CATTLE', ...more })
const inWords = (date: string) =>
  new Intl.DateTimeFormat('nl-NL', { weekday: 'short', day: 'numeric', month: 'long' }).format(
    new Date(`${date}T12:00:00`),
  )
const herdCalls = (calls: readonly string[]) =>
  calls.filter((call) => call.includes('/herd/')).map((call) => call.replace(/^.*\/herd\//, ''))

describe('the way to it', () => {
  const link = () =>
    within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).queryByRole('link', { name: 'Veestapel' })

  test.each([
    ['a group', { kind: 'HERD' }],
    ['nobody but a dog', { kind: 'INDIVIDUAL', species: 'DOG' }],
  ] as const)('is for who keeps groups: %s', async (_, what) => {
    await animal(clientId, { name: 'Ooien', ...what })
    await openPortal('/client/portal/settings', { as: 'owner' })
    if (what.kind === 'HERD') await waitFor(() => expect(link()).toBeVisible())
    else {
      await waitFor(() => expect(screen.getByRole('link', { name: 'Dieren' })).toBeVisible())
      expect(link()).toBeNull()
    }
  })

  test('is not there where the API cannot tell of all animals at once, nor is the address', async () => {
    await animal(clientId, { name: 'Ooien', kind: 'HERD' })
    withoutCapabilities()
    const portal = await open()
    await arrivesAt(portal, '/404')
    await act(() => portal.router.navigate({ to: '/client/patients' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Dieren' })).toBeVisible())
    expect(link()).toBeNull()
    expect(herdCalls(portal.calls)).toEqual([])
  })

  test('leads on to the animals where there are few', async () => {
    await animal(clientId, { name: 'Bella', species: 'DOG' })
    await open('?show=medicines')
    expect(await screen.findByText(/U houdt geen koppels of veel dieren/)).toBeVisible()
    expect(await screen.findByText('Geen medicijnen in deze periode')).toBeVisible()
    expect(link()).toBeNull()
  })
})

describe('what may not be delivered yet', () => {
  const panel = (name: string) => screen.findByRole('region', { name })
  const told = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ')

  test('is told of each food by the day on which it may be again', async () => {
    const [klara, bles] = [await cow('Klara', { lifeNumber: 'NL 7301' }), await cow('Bles')]
    await entry(klara, { date: day(-1), productName: 'Penivet', withdrawalMilkDays: 4, withdrawalMeatDays: 10 })
    await entry(bles, { date: day(-1), description: 'Middel', withdrawalMilkHours: 96, kind: 'DELIVERY' })
    const dog = await animal(clientId, { name: 'Bella', species: 'DOG' })
    await entry(dog, { date: day(-1), withdrawalMilkDays: 30 })
    await open()
    const milk = await panel('Melk')
    expect(told(milk)).toContain(
      `Melk2 wachttijdenVrij vanaf ${inWords(day(4))}over 4 dagen · 2 wachttijdenBles Middel · 96 uurGerekend vanaf de levering; het begin van de behandeling is niet bekend.Klara NL 7301 · Penivet · 4 dagen`,
    )
    expect(told(await panel('Vlees'))).toContain(
      `1 wachttijdVrij vanaf ${inWords(day(10))}over 10 dagen · 1 wachttijdKlara`,
    )
    expect(told(await panel('Eieren'))).toBe('Eieren0 wachttijdenHiervoor loopt geen wachttijd.')
    expect(within(milk).getByRole('link', { name: 'Klara' })).toHaveAttribute(
      'href',
      `/client/patients/${klara}?show=medicines`,
    )
    expect(screen.queryByText('Bella')).toBeNull()
  })

  test('shows so many at first, and more on demand', async () => {
    const names = Array.from({ length: 55 }, (_, index) => `Koe ${String(index).padStart(3, '0')}`)
    for (const name of names) await entry(await cow(name), { date: day(-1), withdrawalMilkDays: 4 })
    const portal = await open()
    const milk = await panel('Melk')
    expect(within(milk).getAllByRole('listitem')).toHaveLength(10)
    expect(told(milk)).toContain('over 4 dagen · 55 wachttijden')
    await portal.user.click(within(milk).getByRole('button', { name: 'Toon nog 40' }))
    await waitFor(() => expect(within(milk).getAllByRole('listitem')).toHaveLength(50))
    await portal.user.click(within(milk).getByRole('button', { name: 'Toon nog 5' }))
    await waitFor(() => expect(within(milk).getAllByRole('listitem')).toHaveLength(55))
    expect(within(milk).queryByRole('button')).toBeNull()
  })

  test('is nothing where no period runs', async () => {
    await entry(await cow('Klara'), { date: day(-20), withdrawalMilkDays: 4 })
    await open()
    expect(await screen.findByText('Er loopt geen wachttijd')).toBeVisible()
  })

  test('is not known where it could not be fetched, until it is', async () => {
    await entry(await cow('Klara'), { date: day(-1), withdrawalMilkDays: 4 })
    injectFault(answers('get', 'clients/*/herd/releases', 500))
    const portal = await open()
    const again = await screen.findByRole('button', { name: 'Opnieuw proberen' })
    expect(screen.queryByText('Er loopt geen wachttijd')).toBeNull()
    injectFault(http.get('*/api/clients/*/herd/releases', () => HttpResponse.json([])))
    await portal.user.click(again)
    expect(await screen.findByText('Er loopt geen wachttijd')).toBeVisible()
  })
})

describe('the animals', () => {
  const rows = () =>
    screen
      .getAllByRole('row')
      .filter((row) => within(row).queryAllByRole('columnheader').length === 0)
      .map((row) => within(row).getByRole('link').textContent)

  test('are found by name, by number without its spaces, and by UBN', async () => {
    await cow('Klara', { lifeNumber: 'NL 7301-2345' })
    await cow('Bles', { chipNumber: '528140000712345', ubn: '2222222' })
    await cow('Weg', { active: false })
    const portal = await open('?show=animals')
    const views = await screen.findByRole('navigation', { name: 'Weergaven van de veestapel' })
    expect(within(views).getByRole('link', { current: 'page' })).toHaveTextContent('Dieren')
    expect((await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)).toEqual([
      'UBN 1111111',
      'UBN 2222222',
    ])
    expect(rows()).toEqual(['Klara', 'Bles'])
    const box = screen.getByRole('searchbox', { name: 'Zoek op naam, nummer of UBN' })
    await portal.user.type(box, '73012345{Enter}')
    await waitFor(() => expect(rows()).toEqual(['Klara']))
    expect(portal.router.state.location.href).toBe('/client/herd?show=animals&search=%2273012345%22')
    await portal.user.clear(box)
    await portal.user.type(box, 'bles{Enter}')
    await waitFor(() => expect(rows()).toEqual(['Bles']))
    await portal.user.clear(box)
    await portal.user.type(box, 'zebra{Enter}')
    await portal.user.click(await screen.findByRole('button', { name: 'Toon alle dieren' }))
    await waitFor(() => expect(rows()).toEqual(['Klara', 'Bles']))
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'UBN' }), 'UBN 2222222')
    await waitFor(() => expect(rows()).toEqual(['Bles']))
  })

  test('are listed page by page', async () => {
    for (let index = 0; index < 30; index += 1) await cow(`Koe ${String(index).padStart(2, '0')}`)
    await open('?show=animals&page=2')
    await waitFor(() => expect(rows()).toEqual(['Koe 25', 'Koe 26', 'Koe 27', 'Koe 28', 'Koe 29']))
    expect(screen.queryByRole('combobox', { name: 'UBN' })).toBeNull()
  })
})

describe('what they were given', () => {
  beforeEach(async () => {
    const [klara, bles] = [await cow('Klara', { lifeNumber: 'NL 7301' }), await cow('Bles', { ubn: '2222222' })]
    await entry(klara, { date: day(-1), description: 'Behandeld', productName: 'Penivet', withdrawalMilkDays: 4 })
    await entry(bles, { date: day(-2), description: 'Behandeld', productName: 'Artrocam', withdrawalMilkDays: 0 })
    await entry(bles, { date: day(-3), description: 'Controle' })
  })
  const period = `startDate=${day(-30)}&endDate=${day(0)}`
  const address = `?show=medicines&${period}`
  const cells = async () => {
    const table = await screen.findByRole('table', { name: 'Medicijnlogboek' })
    const [, ...rows] = within(table).getAllByRole('row')
    return rows.map((row) => [...row.children].slice(1, 3).map(({ textContent }) => textContent))
  }

  test('is listed with the animal of each, by UBN and by medicine', async () => {
    const portal = await open(address)
    expect(await cells()).toEqual([
      ['KlaraNL 7301UBN 1111111', 'Penivet'],
      ['BlesUBN 2222222', 'Artrocam'],
    ])
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'Medicijn' }), 'Artrocam')
    await waitFor(async () => expect(await cells()).toHaveLength(1))
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'UBN' }), 'UBN 1111111')
    expect(await screen.findByText('Geen medicijnen in deze periode')).toBeVisible()
    expect(herdCalls(portal.calls)).toEqual([
      `medicines?page=0&size=25&${period}`,
      `medicines?page=0&size=25&${period}&medicine=Artrocam`,
      `medicines?page=0&size=25&${period}&ubn=1111111&medicine=Artrocam`,
    ])
  })

  test('is saved as CSV and as PDF, all of the filter', async () => {
    const portal = await open(`${address}&ubn=2222222`)
    await cells()
    const saved: { name: string; url: string }[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push({ name: this.download, url: this.href })
    })
    await portal.user.click(screen.getByRole('button', { name: 'Opslaan als CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    await portal.user.click(screen.getByRole('button', { name: 'Opslaan als PDF' }))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved.map(({ name }) => name)).toEqual([
      `medicijnlogboek-${day(-30)}-${day(0)}-2222222.csv`,
      `medicijnlogboek-${day(-30)}-${day(0)}-2222222.pdf`,
    ])
    const csv = await (await answerOf(new Request(saved[0]!.url))).text()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain(';Bles;;2222222;Artrocam;')
    expect(screen.queryByRole('combobox', { name: 'Deel van de PDF' })).toBeNull()
  })

  test('is printed as a whole, with whose it is', async () => {
    const klara = await cow('Nero')
    for (let index = 0; index < 40; index += 1) await entry(klara, { date: day(-5), withdrawalMeatDays: 0 })
    const portal = await open(address)
    expect(await cells()).toHaveLength(25)
    const printed = new Promise<number>((resolve) => {
      vi.stubGlobal('print', () => resolve(screen.getAllByRole('row').length - 1))
    })
    await portal.user.click(screen.getByRole('button', { name: 'Afdrukken' }))
    expect(await printed).toBe(42)
    expect(document.body.textContent).toContain('Datum en handtekening houder')
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(async () => expect(await cells()).toHaveLength(25))
    vi.unstubAllGlobals()
  })

  test('is said not to be there where it could not be fetched', async () => {
    injectFault(answers('get', 'clients/*/herd/medicines', 500))
    await open(address)
    expect(await screen.findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    expect(screen.queryByText('Geen medicijnen in deze periode')).toBeNull()
  })
})
