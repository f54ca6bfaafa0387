import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, day, entry, reminder, thisYear, withoutAnimals, yearsAgo } from './animals.ts'
import { watchFor } from './faults.tsx'
import { ownerId } from './owner.ts'
import { field, replies, shows, wide } from './steps.ts'

const TODAY = day(0)
const LAST_YEAR = String(Number(thisYear()) - 1)
const FAILED = 'Dit kon niet worden geladen. Probeer het opnieuw.'
const EMPTY = 'Geen regels in deze periode'
const BACKWARDS = /Het begin ligt na het einde/

let clientId: string
let bobbie: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

const pageOf = (id: string, search = '') => `/client/patients/${id}${search}`
const open = (search = '') => openPortal(pageOf(bobbie, search), { as: 'owner' })
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((title) => title.textContent)
const have = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected))
/** Returns the requested periods in order. */
const periods = ({ calls }: TestPortal) =>
  calls.flatMap((call) => /logbook\?startDate=(.*)&endDate=(.*)/.exec(call)?.slice(1).join(' ') ?? [])
/** Excludes the request for vaccinations, which always has the longest period. */
const chosenPeriods = (portal: TestPortal) => periods(portal).filter((period) => period !== `${yearsAgo(5)} ${TODAY}`)
const dutch = (date: string) => date.split('-').toReversed().join('.')
const mies = () => animal(clientId, { name: 'Mies', species: 'CAT' })

describe('the logbook of an animal', () => {
  test('lists entries by year, without unknown facts', async () => {
    await entry(bobbie, {
      date: TODAY,
      kind: 'TREATMENT',
      description: 'Uierontsteking',
      veterinarian: 'drs. A. Bakker',
      productName: 'Penivet 300 mg/ml',
      quantity: 20.5,
      unit: 'ml',
      indication: 'Ontsteking',
      dosage: '3 ml per 50 kg',
      batchNumber: 'B123',
      withdrawalMeatDays: 0,
    })
    await entry(bobbie, { date: `${LAST_YEAR}-12-31`, kind: 'NOTE', description: 'Gewogen' })
    await open(`?startDate=${LAST_YEAR}-12-01`)
    await have('Uierontsteking', 'Gewogen')
    const years = screen.getAllByText(/^\d{4}$/, { selector: 'li' }).map((year) => year.textContent)
    expect(years).toEqual([thisYear(), LAST_YEAR])
    const [first, second] = screen.getAllByRole('heading', { level: 3 }).map((title) => title.closest('li')!)
    expect(first).toHaveTextContent('Behandeling, drs. A. Bakker')
    const facts = within(first!).getAllByRole('term')
    const shown = facts.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
    expect(shown.map((fact) => fact.replaceAll(/\s/g, ' '))).toEqual([
      'Middel: Penivet 300 mg/ml',
      'Hoeveelheid: 20,5 ml',
      'Reden: Ontsteking',
      'Dosering: 3 ml per 50 kg',
      'Charge: B123',
      'Wachttijd vlees: 0 dagen',
    ])
    expect(second).toHaveTextContent('Notitie')
    expect(within(second!).queryAllByRole('term')).toEqual([])
  })

  test('keeps the former period visible while another loads', async () => {
    await entry(bobbie, { date: TODAY, description: 'Vandaag' })
    const portal = await open()
    await have('Vandaag')
    const region = screen.getByRole('region', { name: 'Logboek' })
    const slow = holdRequests('clients/*/patients/*/logbook')
    await portal.choose('12 maanden')
    await slow.count(1)
    expect(titles()).toEqual(['Vandaag'])
    expect(region).toHaveAttribute('aria-busy', 'true')
    expect(within(region).getByText('Bezig met laden.')).toBeInTheDocument()
    await slow.releaseAll()
    await waitFor(() => expect(region).not.toHaveAttribute('aria-busy'))
    expect(titles()).toEqual(['Vandaag'])
  })

  test('is requested once if it fails to load, and again for a typed period', async () => {
    await entry(bobbie, { date: '2024-03-02', description: 'Toen' })
    injectFault(answers('get', 'clients/*/patients/*/logbook', 500))
    const portal = await open()
    await shows(FAILED)
    expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(chosenPeriods(portal)).toHaveLength(1)
    await portal.retype('Van', '01.03.2024')
    await waitFor(() => expect(chosenPeriods(portal)).toHaveLength(2))
    await shows(FAILED)
    expect(field('Van')).toHaveValue('01.03.2024')
    portal.api.network.resetHandlers()
    await portal.user.click(screen.getAllByRole('button', { name: 'Opnieuw proberen' }).at(-1)!)
    await have('Toen')
  })

  test('shows no entry of another animal, whichever response arrives last', async () => {
    const other = await mies()
    await entry(bobbie, { description: 'VAN-BOBBIE' })
    await entry(other, { description: 'VAN-MIES' })
    const portal = await open()
    await have('VAN-BOBBIE')
    const slow = holdRequests(`clients/*/patients/${bobbie}/logbook`, ({ searchParams }) =>
      searchParams.get('startDate')!.startsWith(yearsAgo(1)),
    )
    await portal.choose('12 maanden')
    await slow.count(1)
    const late = holdRequests(`clients/*/patients/${other}/logbook`)
    const go = portal.router.navigate({ href: pageOf(other) })
    await late.count(1)
    await late.releaseAll()
    await act(() => go)
    const ofBobbie = watchFor(/VAN-BOBBIE/)
    ofBobbie.seen.length = 0
    await have('VAN-MIES')
    await slow.releaseAll()
    await portal.goTo(pageOf(other, `?startDate=${yearsAgo(1)}`))
    await waitFor(() =>
      expect(chosenPeriods(portal).filter((period) => period.startsWith(yearsAgo(1)))).toHaveLength(2),
    )
    expect(titles()).toEqual(['VAN-MIES'])
    expect(ofBobbie.stop()).toEqual([])
  })
})

describe('the period of the logbook', () => {
  test('is this year until today by default, and can be typed, which Back undoes', async () => {
    await entry(bobbie, { date: `${thisYear()}-01-01`, description: 'De eerste' })
    await entry(bobbie, { date: TODAY, description: 'Vandaag' })
    await entry(bobbie, { date: `${LAST_YEAR}-12-31`, description: 'Ervoor' })
    await entry(bobbie, { date: '2024-03-01', description: 'Toen' })
    const portal = await open()
    await have('Vandaag', 'De eerste')
    expect(chosenPeriods(portal)).toEqual([`${thisYear()}-01-01 ${TODAY}`])
    expect([field('Van'), field('Tot en met')].map((each) => each.getAttribute('value'))).toEqual([
      `01.01.${thisYear()}`,
      dutch(TODAY),
    ])
    expect(portal.address()).toBe(pageOf(bobbie))
    expect(screen.getByRole('radio', { name: 'Dit jaar' })).toBeChecked()
    await portal.retype('Van', '01.03.2024')
    await have('Vandaag', 'De eerste', 'Ervoor', 'Toen')
    expect(portal.address()).toBe(pageOf(bobbie, '?startDate=2024-03-01'))
    await portal.retype('Tot en met', '31.12.2024')
    await have('Toen')
    expect(portal.address()).toBe(pageOf(bobbie, '?startDate=2024-03-01&endDate=2024-12-31'))
    expect(chosenPeriods(portal).slice(1)).toEqual([`2024-03-01 ${TODAY}`, '2024-03-01 2024-12-31'])
    act(() => portal.router.history.back())
    await have('Vandaag', 'De eerste', 'Ervoor', 'Toen')
    expect(field('Tot en met')).toHaveValue(dutch(TODAY))
  })

  test('is not requested if it ends before it begins', async () => {
    await entry(bobbie, { date: '2024-06-01', description: 'Toen' })
    const other = await mies()
    const portal = await open('?startDate=2024-01-01&endDate=2024-12-31')
    await have('Toen')
    await portal.retype('Van', '01.03.2025')
    await shows(BACKWARDS)
    expect(field('Van')).toHaveValue('01.03.2025')
    expect(field('Van')).toHaveAccessibleDescription('Deze datum is te laat. Kies een eerdere datum.')
    expect(field('Tot en met')).not.toHaveAccessibleDescription()
    expect(titles()).toEqual(['Toen'])
    expect(chosenPeriods(portal)).toHaveLength(1)
    await portal.retype('Tot en met', '31.12.2025')
    await waitFor(() => expect(chosenPeriods(portal).slice(1)).toEqual(['2025-03-01 2025-12-31']))
    expect(screen.queryByText(BACKWARDS)).toBeNull()
    expect(field('Van')).toHaveValue('01.03.2025')
    await shows(EMPTY)
    await portal.retype('Van', '01.01.2099')
    await shows(BACKWARDS)
    await portal.goTo(pageOf(other))
    expect(await screen.findByRole('heading', { level: 1, name: 'Mies' })).toBeVisible()
    expect(field('Van')).toHaveValue(`01.01.${thisYear()}`)
    expect(screen.queryByText(BACKWARDS)).toBeNull()
  })

  test('can be selected by a button, or as a month', async () => {
    const portal = await open()
    for (const [name, years] of [
      ['12 maanden', 1],
      ['5 jaar', 5],
    ] as const) {
      await portal.choose(name)
      await waitFor(() => expect(periods(portal)).toContain(`${yearsAgo(years)} ${TODAY}`))
      await waitFor(() => expect(screen.getByRole('radio', { name })).toBeChecked())
      expect(portal.address()).toBe(pageOf(bobbie, `?startDate=${yearsAgo(years)}`))
    }
    await portal.choose('Dit jaar')
    await waitFor(() => expect(portal.address()).toBe(pageOf(bobbie)))
    await portal.press('Maand: Kies een maand')
    await portal.confirm('Vorig jaar')
    await portal.confirm(/^feb/)
    await waitFor(() =>
      expect(chosenPeriods(portal).at(-1)).toMatch(new RegExp(`^${LAST_YEAR}-02-01 ${LAST_YEAR}-02-2[89]$`)),
    )
    expect(screen.getByRole('button', { name: new RegExp(`^Maand: feb.* ${LAST_YEAR}`) })).toBeVisible()
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
  })

  test.each(['?startDate=gisteren&endDate=2024-02-30', '?startDate=2026-03-02&endDate=2026-03-01&show=niets'])(
    'is the default one for the invalid %s',
    async (search) => {
      const portal = await open(search)
      await screen.findByText(EMPTY)
      expect(chosenPeriods(portal)).toEqual([`${thisYear()}-01-01 ${TODAY}`])
      expect(screen.getByRole('link', { name: 'Logboek' })).toBeVisible()
    },
  )

  test('offers the last five years if it has no entries', async () => {
    await entry(bobbie, { date: yearsAgo(3), description: 'Toen' })
    const portal = await open('?startDate=2024-01-01&endDate=2024-01-02')
    await shows(/geen regels van 1 januari 2024 tot en met 2 januari 2024/)
    await portal.press('Laatste 5 jaar tonen')
    await have('Toen')
  })
})

describe('the page of an animal with its logbook', () => {
  test('shows reminders, vaccinations and logbook of the animal in this order', async () => {
    bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG', chipNumber: '528140000000123' })
    await reminder(clientId, bobbie, { description: 'Vaccinatie', date: day(6) })
    await reminder(clientId, bobbie, { description: 'Gebitscontrole', date: day(-3) })
    await reminder(clientId, await mies(), { description: 'VAN-MIES' })
    await entry(bobbie, { kind: 'VACCINATION', description: 'Rabiës', date: yearsAgo(1) })
    // The facts are open on a wide screen.
    wide(390)
    const portal = await open()
    expect(await screen.findByRole('table', { name: 'Vaccinaties' })).toHaveTextContent('Rabiës')
    const aside = within(await screen.findByRole('complementary', { name: 'Herinneringen' }))
    expect(aside.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Gebitscontrole.*3 dagen te laat/),
      expect.stringMatching(/^Vaccinatie.*Over 6 dagen/),
    ])
    expect(
      portal.calls.filter((call) => /active=true/.test(call) && call.includes(`patientId=${bobbie}`)),
    ).toHaveLength(1)
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual(['Herinneringen', 'Vaccinaties', 'Logboek'])
    const facts = screen.getByText('Gegevens van Bobbie').closest('details')!
    expect(facts).not.toHaveAttribute('open')
    await portal.user.click(screen.getByText('Gegevens van Bobbie'))
    expect(facts).toHaveAttribute('open')
    expect(facts).toHaveTextContent('528 140 000 000 123')
    wide(1024)
  })

  test('shows no reminder of another animal if the API does not filter', async () => {
    const page = { number: 0, size: 200, totalPages: 1, totalElements: 1 }
    const other = { uuid: 'r', patientUuid: 'x', date: day(1), active: true, description: 'VAN-MIES' }
    withoutCapabilities()
    injectFault(replies('get', 'clients/*/reminders', { content: [other], page }))
    await open()
    await shows('Uw praktijk heeft voor dit dier niets gepland.')
    expect(screen.queryByText(/VAN-MIES/)).toBeNull()
  })

  test.each([
    ['DOG', true],
    ['CATTLE', false],
  ] as const)('states for a %s that no vaccinations are known: %s', async (species, isShown) => {
    bobbie = await animal(clientId, { name: 'Bobbie', species })
    const portal = await open()
    await waitFor(() => expect(portal.calls.filter((call) => call.includes('active=false'))).toHaveLength(1))
    await screen.findByText(EMPTY)
    if (isShown) await shows('Geen vaccinaties bekend')
    else expect(screen.queryByRole('heading', { name: 'Vaccinaties' })).toBeNull()
  })

  test('has a medicine logbook of the same period if medicines were given', async () => {
    const other = await animal(clientId, { name: 'Mies', species: 'DOG' })
    await entry(other, { date: '2024-03-02', productName: 'Penivet', description: 'Toen' })
    const portal = await open()
    await screen.findByText(EMPTY)
    expect(screen.queryByRole('link', { name: 'Medicijnlogboek' })).toBeNull()
    await portal.goTo(pageOf(other, '?startDate=2024-01-01&endDate=2024-12-31'))
    await portal.follow('Medicijnlogboek')
    expect(await screen.findByRole('heading', { level: 2, name: 'Medicijnlogboek' })).toBeVisible()
    expect(portal.address()).toBe(pageOf(other, '?show=medicines&startDate=2024-01-01&endDate=2024-12-31'))
    expect(field('Van')).toHaveValue('01.01.2024')
    await portal.retype('Tot en met', '31.01.2024')
    await waitFor(() => expect(chosenPeriods(portal)).toContain('2024-01-01 2024-01-31'))
    expect(portal.address()).toContain('show=medicines')
  })
})
