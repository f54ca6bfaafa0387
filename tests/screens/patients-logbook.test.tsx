import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, day, entry, reminder, thisYear, withoutAnimals, yearsAgo } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'
import { watchFor } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const TODAY = day(0)
const LAST_YEAR = String(Number(thisYear()) - 1)

let clientId: string
let bobbie: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

const open = (search = '') => openPortal(`/client/patients/${bobbie}${search}`, { as: 'owner' })
const box = (name: string) => screen.getByRole('textbox', { name })
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((title) => title.textContent)
/** The periods that were asked for, in the order in which they were. */
const periods = ({ calls }: TestPortal) =>
  calls.flatMap((call) => /logbook\?startDate=(.*)&endDate=(.*)/.exec(call)?.slice(1).join(' ') ?? [])
/** Without that of the vaccinations, which is always the longest. */
const asked = (portal: TestPortal) => periods(portal).filter((period) => period !== `${yearsAgo(5)} ${TODAY}`)
const region = () => screen.getByRole('region', { name: 'Logboek' })

async function type(portal: TestPortal, name: string, date: string) {
  await portal.user.clear(box(name))
  await portal.user.type(box(name), date)
}

const dutch = (date: string) => date.split('-').toReversed().join('.')

test('what was done, by year, with all there is to say and nothing more', async () => {
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
  await waitFor(() => expect(titles()).toEqual(['Uierontsteking', 'Gewogen']))
  const years = screen.getAllByText(/^\d{4}$/, { selector: 'li' }).map((year) => year.textContent)
  expect(years).toEqual([thisYear(), LAST_YEAR])
  const [first, second] = screen.getAllByRole('heading', { level: 3 }).map((title) => title.closest('li')!)
  expect(first).toHaveTextContent('Behandeling, drs. A. Bakker')
  const facts = within(first!).getAllByRole('term')
  const told = facts.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  expect(told.map((fact) => fact.replaceAll(/\s/g, ' '))).toEqual([
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

test('in English', async () => {
  await entry(bobbie, { description: 'Prik', kind: 'VACCINATION', productName: 'Vac', batchNumber: 'B1' })
  await inEnglish()
  await open()
  expect(await screen.findByText('Vaccination')).toBeVisible()
  expect(screen.getByText('Batch', { selector: 'dt *' }).closest('dt')!.nextElementSibling).toHaveTextContent('B1')
  expect(screen.getByRole('textbox', { name: 'To' })).toHaveValue(dutch(TODAY))
})

describe('M-234 the period', () => {
  test('is from 1 January until today, both of them in it, and does not stand in the address', async () => {
    await entry(bobbie, { date: `${thisYear()}-01-01`, description: 'De eerste' })
    await entry(bobbie, { date: TODAY, description: 'Vandaag' })
    await entry(bobbie, { date: `${LAST_YEAR}-12-31`, description: 'Ervoor' })
    const portal = await open()
    await waitFor(() => expect(titles()).toEqual(['Vandaag', 'De eerste']))
    expect(asked(portal)).toEqual([`${thisYear()}-01-01 ${TODAY}`])
    expect([box('Van'), box('Tot en met')].map((each) => each.getAttribute('value'))).toEqual([
      `01.01.${thisYear()}`,
      dutch(TODAY),
    ])
    expect(portal.address()).toBe(`/client/patients/${bobbie}`)
    expect(screen.getByRole('radio', { name: 'Dit jaar' })).toBeChecked()
  })

  test('is typed, and stands in the address from then on; the way back leads to the former one', async () => {
    await entry(bobbie, { date: '2024-03-01', description: 'Toen' })
    await entry(bobbie, { date: TODAY, description: 'Vandaag' })
    const portal = await open()
    await waitFor(() => expect(titles()).toEqual(['Vandaag']))
    await type(portal, 'Van', '01.03.2024')
    await waitFor(() => expect(titles()).toEqual(['Vandaag', 'Toen']))
    expect(portal.address()).toBe(`/client/patients/${bobbie}?startDate=2024-03-01`)
    await type(portal, 'Tot en met', '31.12.2024')
    await waitFor(() => expect(titles()).toEqual(['Toen']))
    expect(portal.address()).toBe(`/client/patients/${bobbie}?startDate=2024-03-01&endDate=2024-12-31`)
    expect(asked(portal).slice(1)).toEqual([`2024-03-01 ${TODAY}`, '2024-03-01 2024-12-31'])
    act(() => portal.router.history.back())
    await waitFor(() => expect(titles()).toEqual(['Vandaag', 'Toen']))
    expect(box('Tot en met')).toHaveValue(dutch(TODAY))
  })

  test('that ends before it begins is not asked for: that is said, and what was typed stays until it fits', async () => {
    await entry(bobbie, { date: '2024-06-01', description: 'Toen' })
    const portal = await open('?startDate=2024-01-01&endDate=2024-12-31')
    await waitFor(() => expect(titles()).toEqual(['Toen']))
    await type(portal, 'Van', '01.03.2025')
    expect(await screen.findByText(/Het begin ligt na het einde/)).toBeVisible()
    expect(box('Van')).toHaveValue('01.03.2025')
    expect(box('Van')).toHaveAccessibleDescription('Deze datum is te laat. Kies een eerdere datum.')
    expect(box('Tot en met')).not.toHaveAccessibleDescription()
    expect(titles()).toEqual(['Toen'])
    expect(asked(portal)).toHaveLength(1)
    await type(portal, 'Tot en met', '31.12.2025')
    await waitFor(() => expect(asked(portal).slice(1)).toEqual(['2025-03-01 2025-12-31']))
    expect(screen.queryByText(/Het begin ligt na het einde/)).toBeNull()
    expect(box('Van')).toHaveValue('01.03.2025')
    expect(await screen.findByText('Niets in deze periode')).toBeVisible()
  })

  test.each([
    ['12 maanden', () => [yearsAgo(1), TODAY]],
    ['5 jaar', () => [yearsAgo(5), TODAY]],
  ])('is chosen at once: %s', async (name, period) => {
    const [startDate, endDate] = period()
    const portal = await open()
    await portal.user.click(await screen.findByRole('radio', { name }))
    await waitFor(() => expect(periods(portal)).toContain(`${startDate} ${endDate}`))
    await waitFor(() => expect(screen.getByRole('radio', { name })).toBeChecked())
    expect(portal.address()).toBe(`/client/patients/${bobbie}?startDate=${startDate}`)
    await portal.user.click(screen.getByRole('radio', { name: 'Dit jaar' }))
    await waitFor(() => expect(portal.address()).toBe(`/client/patients/${bobbie}`))
  })

  test('M-158 is a month, from its first until its last day', async () => {
    const portal = await open()
    await portal.user.click(await screen.findByRole('button', { name: 'Maand: Kies een maand' }))
    const panel = within(screen.getByRole('dialog', { name: 'Maand' }))
    await portal.user.click(panel.getByRole('button', { name: 'Vorig jaar' }))
    await portal.user.click(panel.getByRole('button', { name: /^feb/ }))
    await waitFor(() => expect(asked(portal).at(-1)).toMatch(new RegExp(`^${LAST_YEAR}-02-01 ${LAST_YEAR}-02-2[89]$`)))
    expect(screen.getByRole('button', { name: new RegExp(`^Maand: feb.* ${LAST_YEAR}`) })).toBeVisible()
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])
  })

  test.each(['?startDate=gisteren&endDate=2024-02-30', '?startDate=2026-03-02&endDate=2026-03-01&show=niets'])(
    'of a mistyped address is the usual one: %s',
    async (search) => {
      const portal = await open(search)
      await screen.findByText('Niets in deze periode')
      expect(asked(portal)).toEqual([`${thisYear()}-01-01 ${TODAY}`])
      expect(screen.getByRole('link', { name: 'Logboek' })).toBeVisible()
    },
  )

  test('of which there is nothing says so, and leads to one of five years', async () => {
    await entry(bobbie, { date: yearsAgo(3), description: 'Toen' })
    const portal = await open('?startDate=2024-01-01&endDate=2024-01-02')
    expect(await screen.findByText(/niets van 1 januari 2024 tot en met 2 januari 2024/)).toBeVisible()
    await portal.user.click(screen.getByRole('button', { name: 'Toon de laatste 5 jaar' }))
    await waitFor(() => expect(titles()).toEqual(['Toen']))
  })
})

test('while another period loads the former stays, and says so', async () => {
  await entry(bobbie, { date: TODAY, description: 'Vandaag' })
  const portal = await open()
  await waitFor(() => expect(titles()).toEqual(['Vandaag']))
  const slow = holdRequests('clients/*/patients/*/logbook')
  await portal.user.click(screen.getByRole('radio', { name: '12 maanden' }))
  await slow.count(1)
  expect(titles()).toEqual(['Vandaag'])
  expect(region()).toHaveAttribute('aria-busy', 'true')
  expect(within(region()).getByText('Bezig met laden.')).toBeInTheDocument()
  await slow.releaseAll()
  await waitFor(() => expect(region()).not.toHaveAttribute('aria-busy'))
  expect(titles()).toEqual(['Vandaag'])
})

test('what is due stands first, then until when vaccinations hold, then the logbook; the facts are folded', async () => {
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG', chipNumber: '528140000000123' })
  await reminder(clientId, bobbie, { description: 'Gebitscontrole', date: day(-3) })
  await entry(bobbie, { kind: 'VACCINATION', description: 'Rabiës', date: yearsAgo(1) })
  const portal = await open()
  expect(await screen.findByRole('table', { name: 'Vaccinaties' })).toHaveTextContent('Rabiës')
  await screen.findByRole('complementary', { name: 'Herinneringen' })
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Herinneringen', 'Vaccinaties', 'Logboek'])
  const facts = screen.getByText('Gegevens van Bobbie').closest('details')!
  expect(facts).not.toHaveAttribute('open')
  await portal.user.click(screen.getByText('Gegevens van Bobbie'))
  expect(facts).toHaveAttribute('open')
  expect(facts).toHaveTextContent('528 140 000 000 123')
})

test.each([
  ['DOG', true],
  ['CATTLE', false],
] as const)('a %s without vaccinations is told so: %s', async (species, isTold) => {
  bobbie = await animal(clientId, { name: 'Bobbie', species })
  const portal = await open()
  await waitFor(() => expect(portal.calls.filter((call) => call.includes('active=false'))).toHaveLength(1))
  await screen.findByText('Niets in deze periode')
  if (isTold) expect(await screen.findByText('Geen vaccinaties bekend')).toBeVisible()
  else expect(screen.queryByRole('heading', { name: 'Vaccinaties' })).toBeNull()
})

test('a period that cannot be loaded leaves the page and what was typed, until it is tried again', async () => {
  await entry(bobbie, { date: '2024-03-02', description: 'Toen' })
  const portal = await open()
  await screen.findByText('Niets in deze periode')
  injectFault(answers('get', 'clients/*/patients/*/logbook', 500, 'internal', { once: true }))
  await type(portal, 'Van', '01.03.2024')
  expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(box('Van')).toHaveValue('01.03.2024')
  expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
  await portal.user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(titles()).toEqual(['Toen']))
})

test('the first that cannot be loaded is asked for once, and the animal is there', async () => {
  injectFault(answers('get', 'clients/*/patients/*/logbook', 500))
  const portal = await open()
  expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
  expect(asked(portal)).toHaveLength(1)
})

test('the entries of one animal never stand under another, however late they are', async () => {
  const mies = await animal(clientId, { name: 'Mies', species: 'CAT' })
  await entry(bobbie, { description: 'VAN-BOBBIE' })
  await entry(mies, { description: 'VAN-MIES' })
  const portal = await open()
  await waitFor(() => expect(titles()).toEqual(['VAN-BOBBIE']))
  const slow = holdRequests(`clients/*/patients/${bobbie}/logbook`, ({ searchParams }) =>
    searchParams.get('startDate')!.startsWith(yearsAgo(1)),
  )
  await portal.user.click(screen.getByRole('radio', { name: '12 maanden' }))
  await slow.count(1)
  const late = holdRequests(`clients/*/patients/${mies}/logbook`)
  const go = portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: mies } })
  await late.count(1)
  await late.releaseAll()
  await act(() => go)
  const ofBobbie = watchFor(/VAN-BOBBIE/)
  ofBobbie.seen.length = 0
  await waitFor(() => expect(titles()).toEqual(['VAN-MIES']))
  await slow.releaseAll()
  await act(() =>
    portal.router.navigate({
      to: '/client/patients/$patientId',
      params: { patientId: mies },
      search: { startDate: yearsAgo(1) },
    }),
  )
  await waitFor(() => expect(asked(portal).filter((period) => period.startsWith(yearsAgo(1)))).toHaveLength(2))
  expect(titles()).toEqual(['VAN-MIES'])
  expect(ofBobbie.stop()).toEqual([])
})

test('what was typed for one animal is not typed for another', async () => {
  const mies = await animal(clientId, { name: 'Mies', species: 'CAT' })
  const portal = await open()
  await screen.findByText('Niets in deze periode')
  await type(portal, 'Van', '01.01.2099')
  expect(await screen.findByText(/Het begin ligt na het einde/)).toBeVisible()
  await act(() => portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: mies } }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mies' })).toBeVisible()
  expect(box('Van')).toHaveValue(`01.01.${thisYear()}`)
  expect(screen.queryByText(/Het begin ligt na het einde/)).toBeNull()
})

describe('what is due for it', () => {
  test('stands beside its logbook, and of no other animal', async () => {
    await reminder(clientId, bobbie, { description: 'Vaccinatie', date: day(6) })
    await reminder(clientId, bobbie, { description: 'Gebitscontrole', date: day(-3) })
    await reminder(clientId, await animal(clientId, { name: 'Mies' }), { description: 'VAN-MIES' })
    const portal = await open()
    const aside = within(await screen.findByRole('complementary', { name: 'Herinneringen' }))
    expect(aside.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Gebitscontrole.*3 dagen te laat/),
      expect.stringMatching(/^Vaccinatie.*Over 6 dagen/),
    ])
    expect(
      portal.calls.filter((call) => call.includes('active=true') && call.includes(`patientId=${bobbie}`)),
    ).toHaveLength(1)
  })

  test('not even where the API does not know the filter', async () => {
    const page = { number: 0, size: 200, totalPages: 1, totalElements: 1 }
    const other = { uuid: 'r', patientUuid: 'x', date: day(1), active: true, description: 'VAN-MIES' }
    withoutCapabilities()
    injectFault(http.get('*/api/clients/*/reminders', () => Response.json({ content: [other], page })))
    await open()
    expect(await screen.findByText('Er staat niets gepland.')).toBeVisible()
    expect(screen.queryByText(/VAN-MIES/)).toBeNull()
  })
})

describe('the medicine logbook', () => {
  const tab = () => screen.queryByRole('link', { name: 'Medicijnlogboek' })

  test('is not there for a dog that had no medicine, and is for one that had', async () => {
    const mies = await animal(clientId, { name: 'Mies', species: 'DOG' })
    await entry(mies, { productName: 'Penivet' })
    const portal = await open()
    await screen.findByText('Niets in deze periode')
    expect(tab()).toBeNull()
    await act(() => portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: mies } }))
    await screen.findByRole('heading', { level: 1, name: 'Mies' })
    expect(tab()).toBeVisible()
  })

  test('is of the period in the address, which goes with it', async () => {
    await entry(bobbie, { date: '2024-03-02', productName: 'Penivet', description: 'Toen' })
    const portal = await open('?startDate=2024-01-01&endDate=2024-12-31')
    await portal.user.click(await screen.findByRole('link', { name: 'Medicijnlogboek' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Medicijnlogboek' })).toBeVisible()
    expect(portal.address()).toBe(`/client/patients/${bobbie}?show=medicines&startDate=2024-01-01&endDate=2024-12-31`)
    expect(box('Van')).toHaveValue('01.01.2024')
    await type(portal, 'Tot en met', '31.01.2024')
    await waitFor(() => expect(asked(portal)).toContain('2024-01-01 2024-01-31'))
    expect(portal.address()).toContain('show=medicines')
  })
})
