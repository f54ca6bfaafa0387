import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, day, entry, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { answerOf, database, injectFault, openPortal } from '#harness/portal.tsx'
import { replies, shows, sidebar } from './steps.ts'

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

describe('the links to the herd pages', () => {
  const links = () => sidebar().queryAllByRole('link', { name: 'Veestapel' })

  test.each([
    [1, { kind: 'HERD' }],
    [0, { kind: 'INDIVIDUAL', species: 'DOG' }],
  ] as const)('number %i for an owner of %o', async (count, what) => {
    await animal(clientId, { name: 'Ooien', ...what })
    await openPortal('/client/portal/settings', { as: 'owner' })
    await screen.findByRole('link', { name: 'Dieren' })
    await waitFor(() => expect(links()).toHaveLength(count))
  })

  test('are replaced by a hint for an owner of few animals', async () => {
    await animal(clientId, { name: 'Bella', species: 'DOG' })
    await open('?show=medicines')
    await shows(/U houdt geen koppels of veel dieren/)
    await shows('Geen medicijnen in deze periode')
    expect(links()).toEqual([])
  })
})

describe('the withdrawal periods of the herd', () => {
  const panel = (name: string) => screen.findByRole('region', { name })
  const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ')

  test('are shown by product, with their last day', async () => {
    const [klara, bles] = [await cow('Klara', { lifeNumber: 'NL 7301' }), await cow('Bles')]
    await entry(klara, { date: day(-1), productName: 'Penivet', withdrawalMilkDays: 4, withdrawalMeatDays: 10 })
    await entry(bles, { date: day(-1), description: 'Middel', withdrawalMilkHours: 96, kind: 'DELIVERY' })
    const dog = await animal(clientId, { name: 'Bella', species: 'DOG' })
    await entry(dog, { date: day(-1), withdrawalMilkDays: 30 })
    await open()
    const milk = await panel('Melk')
    expect(textOf(milk)).toContain(
      `Melk2 wachttijdenmelk vrij vanaf ${inWords(day(4))}over 4 dagen · 2 wachttijdenBles Middel · 96 uurGerekend vanaf de levering; het begin van de behandeling is niet bekend.Klara NL 7301 · Penivet · 4 dagen`,
    )
    expect(textOf(await panel('Vlees'))).toContain(
      `1 wachttijdvlees vrij vanaf ${inWords(day(10))}over 10 dagen · 1 wachttijdKlara`,
    )
    expect(textOf(await panel('Eieren'))).toBe('Eieren0 wachttijdenHiervoor loopt geen wachttijd.')
    expect(within(milk).getByRole('link', { name: 'Klara' })).toHaveAttribute(
      'href',
      `/client/patients/${klara}?show=medicines`,
    )
    expect(screen.queryByText('Bella')).toBeNull()
  })

  test('show ten animals at first, and more on request', async () => {
    for (const name of Array.from({ length: 55 }, (_, index) => `Koe ${index}`))
      await entry(await cow(name), { date: day(-1), withdrawalMilkDays: 4 })
    const portal = await open()
    const milk = await panel('Melk')
    expect(within(milk).getAllByRole('listitem')).toHaveLength(10)
    expect(textOf(milk)).toContain('over 4 dagen · 55 wachttijden')
    await portal.user.click(within(milk).getByRole('button', { name: 'Nog 40 tonen' }))
    await waitFor(() => expect(within(milk).getAllByRole('listitem')).toHaveLength(50))
    await portal.user.click(within(milk).getByRole('button', { name: 'Nog 5 tonen' }))
    await waitFor(() => expect(within(milk).getAllByRole('listitem')).toHaveLength(55))
    expect(within(milk).queryByRole('button')).toBeNull()
  })

  test('are shown as none if all have ended', async () => {
    await entry(await cow('Klara'), { date: day(-20), withdrawalMilkDays: 4 })
    await open()
    await shows('Er loopt geen wachttijd')
  })

  test.each([
    ['', 'releases', 'Er loopt geen wachttijd', []],
    [
      '?show=medicines',
      'medicines',
      'Geen medicijnen in deze periode',
      { content: [], page: { number: 0, size: 25, totalPages: 0, totalElements: 0 } },
    ],
  ])(
    'show an error instead of an empty list at /client/herd%s, and can be retried',
    async (search, path, empty, body) => {
      injectFault(answers('get', `clients/*/herd/${path}`, 500))
      const portal = await open(search)
      await screen.findByRole('button', { name: 'Opnieuw proberen' })
      expect(screen.queryByText(empty)).toBeNull()
      injectFault(replies('get', `clients/*/herd/${path}`, body))
      await portal.press('Opnieuw proberen')
      await shows(empty)
    },
  )
})

describe('the animals of the herd', () => {
  const rows = () =>
    screen
      .getAllByRole('row')
      .filter((row) => within(row).queryAllByRole('columnheader').length === 0)
      .map((row) => within(row).getByRole('link').textContent)

  test('can be found by name, by number with or without spaces, and by UBN', async () => {
    await cow('Klara', { lifeNumber: 'NL 7301-2345' })
    await cow('Bles', { chipNumber: '528140000712345', ubn: '2222222' })
    await cow('Weg', { active: false })
    const portal = await open('?show=animals')
    const views = within(await screen.findByRole('navigation', { name: 'Weergaven van de veestapel' }))
    expect(views.getByRole('link', { current: 'page' })).toHaveTextContent('Dieren')
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent)).toEqual(['UBN 1111111', 'UBN 2222222'])
    const lists = (...names: string[]) => waitFor(() => expect(rows()).toEqual(names))
    const search = async (text: string) => {
      const box = screen.getByRole('searchbox', { name: 'Zoek op naam, nummer of UBN' })
      await portal.user.clear(box)
      await portal.user.type(box, `${text}{Enter}`)
    }
    await lists('Klara', 'Bles')
    await search('73012345')
    await lists('Klara')
    expect(portal.address()).toBe('/client/herd?show=animals&search=%2273012345%22')
    await search('bles')
    await lists('Bles')
    await search('zebra')
    await portal.press('Alle dieren tonen')
    await lists('Klara', 'Bles')
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'UBN' }), 'UBN 2222222')
    await lists('Bles')
  })

  test('are listed page by page', async () => {
    for (let index = 0; index < 30; index += 1) await cow(`Koe ${String(index).padStart(2, '0')}`)
    await open('?show=animals&page=2')
    await waitFor(() => expect(rows()).toEqual(['Koe 25', 'Koe 26', 'Koe 27', 'Koe 28', 'Koe 29']))
    expect(screen.queryByRole('combobox', { name: 'UBN' })).toBeNull()
  })
})

describe('the medicines of the herd', () => {
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

  test('are listed with their animal, and can be filtered by UBN and medicine', async () => {
    const portal = await open(address)
    expect(await cells()).toEqual([
      ['KlaraNL 7301UBN 1111111', 'Penivet'],
      ['BlesUBN 2222222', 'Artrocam'],
    ])
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'Medicijn' }), 'Artrocam')
    await waitFor(async () => expect(await cells()).toHaveLength(1))
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'UBN' }), 'UBN 1111111')
    await shows('Geen medicijnen in deze periode')
    expect(herdCalls(portal.calls)).toEqual([
      `medicines?page=0&size=25&${period}`,
      `medicines?page=0&size=25&${period}&medicine=Artrocam`,
      `medicines?page=0&size=25&${period}&ubn=1111111&medicine=Artrocam`,
    ])
  })

  test('are exported as CSV and PDF with the filter applied', async () => {
    const portal = await open(`${address}&ubn=2222222`)
    await cells()
    const saved: { name: string; url: string }[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push({ name: this.download, url: this.href })
    })
    for (const type of ['CSV', 'PDF']) {
      const { length } = saved
      await portal.press(`Opslaan als ${type}`)
      await waitFor(() => expect(saved).toHaveLength(length + 1))
    }
    expect(saved.map(({ name }) => name)).toEqual([
      `medicijnlogboek-${day(-30)}-${day(0)}-2222222.csv`,
      `medicijnlogboek-${day(-30)}-${day(0)}-2222222.pdf`,
    ])
    const csv = await (await answerOf(new Request(saved[0]!.url))).text()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain(';Bles;;2222222;Artrocam;')
    expect(screen.queryByRole('combobox', { name: 'Deel van de PDF' })).toBeNull()
  })

  test('are printed on one page with a signature line', async () => {
    const klara = await cow('Nero')
    for (let index = 0; index < 24; index += 1) await entry(klara, { date: day(-5), withdrawalMeatDays: 0 })
    const portal = await open(address)
    expect(await cells()).toHaveLength(25)
    const printed = new Promise<number>((resolve) => {
      vi.stubGlobal('print', () => resolve(screen.getAllByRole('row').length - 1))
    })
    await portal.press('Afdrukken')
    expect(await printed).toBe(26)
    expect(document.body.textContent).toContain('Datum en handtekening houder')
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(async () => expect(await cells()).toHaveLength(25))
    vi.unstubAllGlobals()
  })
})
