import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, attachment, day, entry, reminder, visit, withoutAnimals, yearsAgo } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'
import { registered, rows, watchFor } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

let clientId: string
let bobbie: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

const open = (search = '?show=thread') => openPortal(`/client/patients/${bobbie}${search}`, { as: 'owner' })
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const titles = () => screen.queryAllByRole('heading', { level: 4 }).map((title) => title.textContent)

test('the kinds that are shown are in the address, and so after a reload', async () => {
  await papers()
  const portal = await open()
  await screen.findByRole('checkbox', { name: 'Logboek' })
  await portal.user.click(screen.getByRole('checkbox', { name: 'Logboek' }))
  await portal.user.click(screen.getByRole('checkbox', { name: 'Herinneringen' }))
  await waitFor(() => expect(portal.address()).toBe(`/client/patients/${bobbie}?show=thread&kinds=visits.attachments`))
  expect(screen.getByRole('checkbox', { name: 'Herinneringen' })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Bezoeken' })).toBeChecked()
  for (const name of ['Bezoeken', 'Uitslagen en documenten'])
    await portal.user.click(screen.getByRole('checkbox', { name }))
  await waitFor(() => expect(portal.address()).toBe(`/client/patients/${bobbie}?show=thread&kinds=none`))
})

test.each([
  ['&kinds=visits', ['Bezoeken']],
  ['&kinds=none', []],
  ['&kinds=cats', ['Herinneringen', 'Bezoeken', 'Uitslagen en documenten', 'Logboek']],
])('an address with %s shows those', async (search, names) => {
  await open(`?show=thread${search}`)
  await screen.findByRole('checkbox', { name: 'Logboek' })
  const boxes = screen.queryAllByRole('checkbox', { checked: true })
  expect(boxes.map((box) => box.closest('label')!.textContent)).toEqual(names)
})

const inWords = (date: string) =>
  new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long' }).format(new Date(`${date}T00:00`))

async function papers() {
  await reminder(clientId, bobbie, { description: 'Straks', date: day(60) })
  await reminder(clientId, bobbie, { description: 'Daarna', date: day(61) })
  await reminder(clientId, bobbie, { description: 'Te laat', date: day(-5) })
  await reminder(clientId, bobbie, { description: 'Gedaan', date: day(-40), active: false, status: 'DONE' })
  const visitId = await visit(clientId, bobbie, { date: day(-30), reason: 'Mank', diagnosis: 'Verstuiking' })
  await attachment(clientId, bobbie, 'lab-results', {
    date: day(-20),
    name: 'Bloed',
    fileName: 'bloed.pdf',
    url: 'https://files.example/bloed.pdf',
  })
  await attachment(clientId, bobbie, 'agreements', { date: day(-50), name: 'Afspraak', url: 'javascript:alert(1)' })
  await entry(bobbie, { date: day(-35), description: 'Consult', kind: 'VISIT', veterinarian: 'drs. A. Bakker' })
  return visitId
}

describe('all of one animal together', () => {
  test('what is planned the first first, then what was, the last first, with the way to each', async () => {
    const visitId = await papers()
    const portal = await open()
    const planned = await part('Gepland')
    expect(planned.getAllByRole('heading', { level: 4 }).map((title) => title.textContent)).toEqual([
      'Te laat',
      'Straks',
      'Daarna',
    ])
    expect(planned.getByText('5 dagen te laat')).toBeVisible()
    const past = await part('Geweest')
    expect(past.getAllByRole('heading', { level: 4 }).map((title) => title.textContent)).toEqual([
      'Bloed',
      'Mank',
      'Consult',
      'Gedaan',
      'Afspraak',
    ])
    expect(past.getByText('Uitgevoerd')).toBeVisible()
    expect(past.getByText('Bezoek, drs. A. Bakker')).toBeVisible()
    expect(past.getByRole('link', { name: /^bloed.pdf, Bloed, / })).toHaveAttribute(
      'href',
      'https://files.example/bloed.pdf',
    )
    // An address that nobody should follow leads to the list.
    expect(past.getByRole('link', { name: /^Document, Afspraak, / })).toHaveAttribute(
      'href',
      '/client/attachments/agreements',
    )
    expect(past.getByRole('link', { name: `Bezoek, Mank, ${inWords(day(-30))}` })).toHaveAttribute(
      'href',
      expect.stringMatching(new RegExp(`^/client/visit-forms\\?.*visit=${visitId}`)),
    )
    const ofBobbie = portal.calls.filter((call) => /size=200.*patientId=/.test(call))
    expect(ofBobbie).toHaveLength(7)
    expect(portal.calls.some((call) => call.includes(`startDate=${yearsAgo(5)}`))).toBe(true)
    expect(screen.queryByText(/Er is meer dan hier past/)).toBeNull()
  })

  test('its headings lie one below the other, and no two links to a visit are called the same', async () => {
    await papers()
    await visit(clientId, bobbie, { date: day(-31), reason: '' })
    await visit(clientId, bobbie, { date: day(-32), reason: ' ', number: 'V7' })
    await open()
    await part('Geweest')
    const levels = screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
    expect(levels.slice(0, 4)).toEqual(['H1 Bobbie', 'H2 Tijdlijn', 'H3 Gepland', 'H4 Te laat'])
    expect(levels).toContain('H3 Geweest')
    expect(levels.filter((level) => level.startsWith('H2'))).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: /^Bezoek,/ }).map((link) => link.getAttribute('aria-label'))).toEqual([
      `Bezoek, Mank, ${inWords(day(-30))}`,
      `Bezoek, ${inWords(day(-31))}`,
      `Bezoek, V7, ${inWords(day(-32))}`,
    ])
  })

  test('of a long reason the beginning is the title', async () => {
    await visit(clientId, bobbie, { reason: 'Mank\nsinds gisteren' })
    await open()
    await part('Geweest')
    expect(titles()).toEqual(['Mank'])
  })

  test('in English', async () => {
    await papers()
    await inEnglish()
    await open()
    expect((await part('Planned')).getByText('5 days overdue', { exact: false })).toBeVisible()
    expect((await part('Past')).getByRole('link', { name: /^Visit, Mank, \d+ \w+ \d{4}$/ })).toBeVisible()
  })

  test('by the kinds that are chosen, also by the keyboard', async () => {
    await papers()
    const portal = await open()
    await part('Gepland')
    await portal.user.click(screen.getByRole('checkbox', { name: 'Herinneringen' }))
    expect(titles()).toEqual(['Bloed', 'Mank', 'Consult', 'Afspraak'])
    expect(screen.queryByRole('region', { name: 'Gepland' })).toBeNull()
    await portal.user.tab()
    expect(screen.getByRole('checkbox', { name: 'Bezoeken' })).toHaveFocus()
    await portal.user.keyboard(' ')
    await portal.user.click(screen.getByRole('checkbox', { name: 'Uitslagen en documenten' }))
    expect(titles()).toEqual(['Consult'])
    await portal.user.click(screen.getByRole('checkbox', { name: 'Logboek' }))
    expect(screen.getByText('Kies hierboven wat u wilt zien.')).toBeVisible()
    await portal.user.click(screen.getByRole('checkbox', { name: 'Uitslagen en documenten' }))
    expect(titles()).toEqual(['Bloed', 'Afspraak'])
  })

  test('without those of others, also where the API does not know the filter; and says that there is more', async () => {
    await papers()
    const page = { number: 0, size: 200, totalPages: 2, totalElements: 300 }
    const content = [
      { uuid: 'm', patientUuid: 'x', date: day(-1), reason: 'VAN-MIES' },
      { uuid: 'n', date: day(-1), reason: 'VAN-NIEMAND' },
      { uuid: 'b', patientUuid: bobbie, date: day(-1), reason: 'Van Bobbie' },
    ]
    withoutCapabilities()
    injectFault(http.get('*/api/clients/*/visit-forms', () => Response.json({ content, page })))
    await open()
    expect(await screen.findByText('Van Bobbie')).toBeVisible()
    expect(screen.queryByText(/VAN-MIES|VAN-NIEMAND/)).toBeNull()
    expect(screen.getByText(/Er is meer dan hier past/)).toBeVisible()
  })

  test('without the type of attachments that the API does not have, and nobody is told', async () => {
    await papers()
    injectFault(answers('get', 'clients/*/agreements', 404, 'not-found'))
    await open()
    await part('Geweest')
    expect(titles()).toEqual(['Te laat', 'Straks', 'Daarna', 'Bloed', 'Mank', 'Consult', 'Gedaan'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeNull()
  })

  test('what fails leaves the rest, and is tried again by a button', async () => {
    await papers()
    injectFault(answers('get', 'clients/*/visit-forms', 500, 'internal', { once: true }))
    const portal = await open()
    expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
    expect(titles()).not.toContain('Mank')
    expect(titles()).toContain('Consult')
    const slow = holdRequests('clients/*/visit-forms')
    const retry = screen.getByRole('button', { name: 'Opnieuw proberen' })
    await portal.user.click(retry)
    await slow.count(1)
    // Meanwhile the rest stays, and so does the focus.
    expect(titles()).toContain('Consult')
    expect(retry).toHaveFocus()
    expect(retry).toHaveAttribute('aria-busy', 'true')
    await slow.releaseAll()
    await waitFor(() => expect(titles()).toContain('Mank'))
    expect(screen.queryByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeNull()
  })

  test('of which there is nothing says so', async () => {
    await open()
    expect(await screen.findByText('Nog niets te zien')).toBeVisible()
  })
})

/** Two clients of De Waag, each with one animal that says whose it is. */
async function twoClients() {
  const [one, two] = (await registered()).map(({ uuid }) => uuid)
  const animals: string[] = []
  for (const [index, uuid] of [one!, two!].entries()) {
    await withoutAnimals(uuid)
    const mark = `VAN-CLIENT-${index + 1}`
    const id = await animal(uuid, { name: mark, species: 'HORSE' })
    await entry(id, { description: `${mark} behandeld`, productName: 'Penivet' })
    await reminder(uuid, id, { description: `${mark} gedaan` })
    animals.push(id)
  }
  return { one: one!, two: two!, animals: animals as [string, string] }
}

const view = ({ session }: TestPortal, uuid: string) => act(() => session.viewAs(uuid))
const go = ({ router }: TestPortal, to: '/client/patients' | '/admin/clients/registered') =>
  act(() => router.navigate({ to }))

describe('R-131 of two clients who are viewed after each other', () => {
  test('late answers about the animals of the first never show under the second', async () => {
    const { one, two, animals } = await twoClients()
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await view(portal, one)
    const slow = holdRequests(`clients/${one}/*`)
    void portal.router.navigate({ to: '/client/patients' })
    await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
    await go(portal, '/admin/clients/registered')
    await waitFor(() => expect(rows()).toHaveLength(25))
    const ofOne = watchFor(/VAN-CLIENT-1/)
    await view(portal, two)
    await go(portal, '/client/patients')
    expect(await screen.findByRole('link', { name: 'VAN-CLIENT-2' })).toBeVisible()
    await slow.releaseAll()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(await screen.findByText(/VAN-CLIENT-2 gedaan op/)).toBeVisible()

    // The animal of the first is none of the second.
    await act(() => portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: animals[0] } }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Dit dier is niet gevonden' })).toBeVisible()
    expect(ofOne.stop()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('nor its logbook, and the second has its own', async () => {
    const { one, two, animals } = await twoClients()
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await view(portal, one)
    const slow = holdRequests(`clients/${one}/patients/*/logbook`)
    void portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: animals[0] } })
    await slow.count(1)
    await go(portal, '/admin/clients/registered')
    await waitFor(() => expect(rows()).toHaveLength(25))
    const ofOne = watchFor(/VAN-CLIENT-1/)
    await view(portal, two)
    await act(() => portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: animals[1] } }))
    expect(await screen.findByText('VAN-CLIENT-2 behandeld')).toBeVisible()
    await slow.releaseAll()
    await act(() =>
      portal.router.navigate({
        to: '/client/patients/$patientId',
        params: { patientId: animals[1] },
        search: { show: 'thread' },
      }),
    )
    await screen.findByRole('region', { name: 'Gepland' })
    await arrivesAt(portal, `/client/patients/${animals[1]}`)
    expect(ofOne.stop()).toEqual([])
    const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
    const known = keys.map(({ queryKey }) => JSON.stringify(queryKey))
    expect(known.filter((key) => key.includes(one) || key.includes(animals[0]))).toEqual([])
  })
})

test('an animal that is no longer there by the time its logbook is asked for leaves a page', async () => {
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
  await open('')
  expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
})
