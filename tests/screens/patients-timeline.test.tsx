import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, attachment, day, entry, reminder, visit, withoutAnimals, yearsAgo } from './animals.ts'
import { registered, rows, watchFor } from './faults.tsx'
import { ownerId } from './owner.ts'
import { replies, shows } from './steps.ts'

const FAILED = 'Dit kon niet worden geladen. Probeer het opnieuw.'
const LIST = '/admin/clients/registered'
let clientId: string
let bobbie: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

const pageOf = (id: string, search = '') => `/client/patients/${id}${search}`
const open = (kinds = '') => openPortal(pageOf(bobbie, `?show=thread${kinds}`), { as: 'owner' })
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const titlesIn = (container: Pick<typeof screen, 'queryAllByRole'>) =>
  container.queryAllByRole('heading', { level: 4 }).map((title) => title.textContent)
const titles = () => titlesIn(screen)
const inWords = (date: string) =>
  new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long' }).format(new Date(`${date}T00:00`))

async function addRecords() {
  await reminder(clientId, bobbie, { description: 'Binnenkort', date: day(60) })
  await reminder(clientId, bobbie, { description: 'Daarna', date: day(61) })
  await reminder(clientId, bobbie, { description: 'Te laat', date: day(-5) })
  await reminder(clientId, bobbie, { description: 'Gedaan', date: day(-40), active: false, status: 'DONE' })
  const visitId = await visit(clientId, bobbie, {
    date: day(-30),
    reason: 'Mank\nsinds gisteren',
    diagnosis: 'Verstuiking',
  })
  const blood = { name: 'Bloed', fileName: 'bloed.pdf', url: 'https://files.example/bloed.pdf' }
  await attachment(clientId, bobbie, 'lab-results', { date: day(-20), ...blood })
  await attachment(clientId, bobbie, 'agreements', { date: day(-50), name: 'Afspraak', url: 'javascript:alert(1)' })
  await entry(bobbie, { date: day(-35), description: 'Consult', kind: 'VISIT', veterinarian: 'drs. A. Bakker' })
  return visitId
}

describe('the timeline of an animal', () => {
  test('shows planned entries by date, then past entries from the latest, with links', async () => {
    const visitId = await addRecords()
    await visit(clientId, bobbie, { date: day(-31), reason: '' })
    await visit(clientId, bobbie, { date: day(-32), reason: ' ', number: 'V7' })
    const portal = await open()
    const planned = await part('Gepland')
    expect(titlesIn(planned)).toEqual(['Te laat', 'Binnenkort', 'Daarna'])
    expect(planned.getByText('5 dagen te laat')).toBeVisible()
    const past = await part('Geweest')
    expect(titlesIn(past)).toEqual(['Bloed', 'Mank', 'Bezoek', 'V7', 'Consult', 'Gedaan', 'Afspraak'])
    expect(past.getByText('Uitgevoerd')).toBeVisible()
    expect(past.getByText('Bezoek, drs. A. Bakker')).toBeVisible()
    const hrefOf = (name: string | RegExp) => past.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf(/^bloed.pdf, Bloed, /)).toBe('https://files.example/bloed.pdf')
    // An attachment with an unsafe URL links to the list.
    expect(hrefOf(/^Document, Afspraak, /)).toBe('/client/attachments/agreements')
    const visits = past.getAllByRole('link', { name: /^Bezoek,/ })
    expect(visits.map((link) => link.getAttribute('aria-label'))).toEqual([
      `Bezoek, Mank, ${inWords(day(-30))}`,
      `Bezoek, ${inWords(day(-31))}`,
      `Bezoek, V7, ${inWords(day(-32))}`,
    ])
    expect(visits[0]).toHaveAttribute(
      'href',
      expect.stringMatching(new RegExp(`^/client/visit-forms\\?.*visit=${visitId}`)),
    )
    expect(portal.calls.filter((call) => /size=200.*patientId=/.test(call))).toHaveLength(7)
    expect(portal.calls.some((call) => call.includes(`startDate=${yearsAgo(5)}`))).toBe(true)
    expect(screen.queryByText(/Er zijn meer gegevens dan hier passen/)).toBeNull()
    const levels = screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
    expect(levels.slice(0, 4)).toEqual(['H1 Bobbie', 'H2 Tijdlijn', 'H3 Gepland', 'H4 Te laat'])
    expect(levels).toContain('H3 Geweest')
    expect(levels.filter((level) => level.startsWith('H2'))).toHaveLength(1)
  })

  test('shows the checked kinds, which are part of the URL', async () => {
    await addRecords()
    const portal = await open()
    await part('Gepland')
    await portal.tick('Herinneringen')
    expect(titles()).toEqual(['Bloed', 'Mank', 'Consult', 'Afspraak'])
    expect(screen.queryByRole('region', { name: 'Gepland' })).toBeNull()
    await portal.user.tab()
    expect(screen.getByRole('checkbox', { name: 'Bezoeken' })).toHaveFocus()
    await portal.user.keyboard(' ')
    await waitFor(() => expect(portal.address()).toBe(pageOf(bobbie, '?show=thread&kinds=attachments.logbook')))
    await portal.tick('Uitslagen en documenten')
    expect(titles()).toEqual(['Consult'])
    await portal.tick('Logboek')
    expect(screen.getByText('Voor uw keuze is er niets. Toon alles, of kies iets anders.')).toBeVisible()
    await waitFor(() => expect(portal.address()).toBe(pageOf(bobbie, '?show=thread&kinds=none')))
    await portal.tick('Uitslagen en documenten')
    expect(titles()).toEqual(['Bloed', 'Afspraak'])
  })

  test.each([
    ['&kinds=visits', ['Bezoeken']],
    ['&kinds=none', []],
    ['&kinds=cats', ['Herinneringen', 'Bezoeken', 'Uitslagen en documenten', 'Logboek']],
  ])('checks for %s in the query string %j', async (search, names) => {
    await open(search)
    await screen.findByRole('checkbox', { name: 'Logboek' })
    const boxes = screen.queryAllByRole('checkbox', { checked: true })
    expect(boxes.map((box) => box.closest('label')!.textContent)).toEqual(names)
  })

  test('omits other animals if the API does not filter, and states that there is more', async () => {
    await addRecords()
    const page = { number: 0, size: 200, totalPages: 2, totalElements: 300 }
    const content = [
      { uuid: 'm', patientUuid: 'x', date: day(-1), reason: 'VAN-MIES' },
      { uuid: 'n', date: day(-1), reason: 'VAN-NIEMAND' },
      { uuid: 'b', patientUuid: bobbie, date: day(-1), reason: 'Van Bobbie' },
    ]
    withoutCapabilities()
    injectFault(replies('get', 'clients/*/visit-forms', { content, page }))
    await open()
    await shows('Van Bobbie')
    expect(screen.queryByText(/VAN-MIES|VAN-NIEMAND/)).toBeNull()
    expect(screen.getByText(/Er zijn meer gegevens dan hier passen/)).toBeVisible()
  })

  test('omits an attachment type that the API lacks, and retries a list that failed', async () => {
    await addRecords()
    injectFault(
      answers('get', 'clients/*/agreements', 404, 'not-found'),
      answers('get', 'clients/*/visit-forms', 500, 'internal', { once: true }),
    )
    const portal = await open()
    await shows(FAILED)
    const others = ['Te laat', 'Binnenkort', 'Daarna', 'Bloed', 'Consult', 'Gedaan']
    expect(titles()).toEqual(others)
    const slow = holdRequests('clients/*/visit-forms')
    await portal.press('Opnieuw proberen')
    await slow.count(1)
    const retry = screen.getByRole('button', { name: 'Opnieuw proberen' })
    expect(titles()).toEqual(others)
    expect(retry).toHaveFocus()
    expect(retry).toHaveAttribute('aria-busy', 'true')
    await slow.releaseAll()
    await waitFor(() => expect(titles()).toEqual([...others.slice(0, 4), 'Mank', ...others.slice(4)]))
    expect(screen.queryByText(FAILED)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('states that it is empty', async () => {
    await open()
    await shows('Nog niets te zien')
  })
})

describe('animals of two clients viewed one after the other', () => {
  /** Adds two clients of De Waag, each with an animal named after its client. */
  async function twoClients() {
    const clients = (await registered()).slice(0, 2).map(({ uuid }) => uuid) as [string, string]
    const animals: string[] = []
    for (const [index, uuid] of clients.entries()) {
      await withoutAnimals(uuid)
      const mark = `VAN-CLIENT-${index + 1}`
      const id = await animal(uuid, { name: mark, species: 'HORSE' })
      await entry(id, { description: `${mark} behandeld`, productName: 'Penivet' })
      await reminder(uuid, id, { description: `${mark} gedaan` })
      animals.push(id)
    }
    return { clients, animals: animals as [string, string] }
  }

  test.each([
    ['list of animals', '*', '/client/patients'],
    ['logbook', 'patients/*/logbook', '/client/patients/$animal'],
  ])('are not mixed up by a late response of the %s', async (_, late, address) => {
    const { clients, animals } = await twoClients()
    const [one, two] = clients
    const at = (index: 0 | 1) => address.replace('$animal', animals[index])
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.viewAs(one)
    const slow = holdRequests(`clients/${one}/${late}`)
    void portal.router.navigate({ href: at(0) })
    await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
    await portal.goTo(LIST)
    await waitFor(() => expect(rows()).toHaveLength(25))
    const ofOne = watchFor(/VAN-CLIENT-1/)
    await portal.viewAs(two)
    await portal.goTo(at(1))
    expect((await screen.findAllByText(/^VAN-CLIENT-2/))[0]).toBeVisible()
    await slow.releaseAll()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await portal.goTo(pageOf(animals[1], '?show=thread'))
    await screen.findByRole('region', { name: 'Gepland' })
    await arrivesAt(portal, pageOf(animals[1]))
    const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
    const known = keys.map(({ queryKey }) => JSON.stringify(queryKey))
    expect(known.filter((key) => key.includes(one) || key.includes(animals[0]))).toEqual([])
    await portal.goTo(pageOf(animals[0]))
    expect(await screen.findByRole('heading', { level: 1, name: 'Dit dier is niet gevonden' })).toBeVisible()
    expect(ofOne.stop()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('an animal that is deleted before its logbook loads still has its page', async () => {
  injectFault(
    http.get(
      '*/api/clients/*/patients',
      async () => {
        const list = await database().selectFrom('patient').select('data').where('client_uuid', '=', clientId).execute()
        await database().deleteFrom('patient').where('uuid', '=', bobbie).execute()
        return Response.json(list.map(({ data }) => JSON.parse(data) as unknown))
      },
      { once: true },
    ),
  )
  await openPortal(pageOf(bobbie), { as: 'owner' })
  await shows(FAILED)
  expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
})
