import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, day, entry, withoutAnimals, inWords } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

let clientId: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
})

const open = (address: string) => openPortal(address, { as: 'owner' })
const ewes = () => animal(clientId, { name: 'Ooien', kind: 'HERD', species: 'SHEEP' })
const hens = () => animal(clientId, { name: 'Hennen', kind: 'HERD', species: 'POULTRY' })
const card = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')!
const logbookCalls = (calls: readonly string[]) => calls.filter((call) => /\/(logbook|withdrawals)\b/.test(call))

describe('withdrawal periods in the list of animals', () => {
  test('are shown for meat, milk and eggs, by one call', async () => {
    const herd = await ewes()
    await entry(herd, { date: day(-2), animals: '12', withdrawalMeatDays: 10, withdrawalMilkHours: 96 })
    await entry(herd, { date: day(-2), animals: '15', withdrawalMeatDays: 20 })
    await entry(await hens(), { date: day(-1), withdrawalEggDays: 7 })
    await entry(await animal(clientId, { name: 'Bles', species: 'CATTLE' }), { date: day(-30), withdrawalMeatDays: 3 })
    const portal = await open('/client/patients')
    await waitFor(async () =>
      expect(await card('Ooien')).toHaveTextContent(
        `Wachttijd: vlees vrij vanaf ${inWords(day(19))}, melk vrij vanaf ${inWords(day(3))}`,
      ),
    )
    expect(await card('Hennen')).toHaveTextContent(`Wachttijd: eieren vrij vanaf ${inWords(day(7))}`)
    expect(await card('Bles')).not.toHaveTextContent(/leveren|Wachttijd/)
    expect(logbookCalls(portal.calls)).toEqual([`GET /api/clients/${clientId}/withdrawals?day=${day(0)}`])
  })

  test('are not requested for pets, deceased animals and those excluded from slaughter', async () => {
    const dog = await animal(clientId, { name: 'Bella', species: 'DOG' })
    const horse = await animal(clientId, { name: 'Fleur', species: 'HORSE', foodProducing: false })
    const cow = await animal(clientId, { name: 'Klara', species: 'CATTLE', deceasedDate: day(-1) })
    for (const one of [dog, horse, cow]) await entry(one, { date: day(-1), withdrawalMeatDays: 9 })
    const portal = await open('/client/patients')
    await card('Fleur')
    await waitFor(() => expect(portal.calls.join()).toContain('reminders'))
    expect(logbookCalls(portal.calls)).toEqual([])
    expect(screen.queryByText(/leveren/)).toBeNull()
  })

  test('are computed from the logbooks if the API lacks them', async () => {
    withoutCapabilities()
    await entry(await ewes(), { date: day(0), withdrawalMilkDays: 4 })
    const flock = await hens()
    injectFault(http.get(`*/api/clients/*/patients/${flock}/logbook`, () => HttpResponse.json({}, { status: 500 })))
    await open('/client/patients')
    await waitFor(async () =>
      expect(await card('Ooien')).toHaveTextContent(`Wachttijd: melk vrij vanaf ${inWords(day(5))}`),
    )
    expect(await card('Hennen')).toHaveTextContent('Wachttijd niet bekend')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('withdrawal periods on the first page', () => {
  const region = async () => within(await screen.findByRole('region', { name: 'Wachttijden' }))
  beforeEach(async () => {
    await database().deleteFrom('reminder').execute()
  })

  test('are listed from the longest, with a link to the medicines', async () => {
    for (const days of [3, 9]) {
      const cow = await animal(clientId, { name: `Koe ${days}`, species: 'CATTLE' })
      await entry(cow, { withdrawalMeatDays: days })
    }
    const herd = await animal(clientId, { name: 'Ooien', kind: 'HERD', species: 'SHEEP', headCount: 14 })
    await entry(herd, { withdrawalMeatDays: 5, withdrawalMilkDays: 4 })
    await open('/client/portal/reminders')
    const rows = (await region()).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      `Koe 9vlees vrij vanaf ${inWords(day(10))} · over 10 dagen`,
      `Ooien (14 dieren)vlees vrij vanaf ${inWords(day(6))} · over 6 dagenmelk vrij vanaf ${inWords(day(5))} · over 5 dagen`,
      `Koe 3vlees vrij vanaf ${inWords(day(4))} · over 4 dagen`,
    ])
    expect(within(rows[1]!).getByRole('link')).toHaveAttribute('href', `/client/patients/${herd}?show=medicines`)
  })

  test('are shown in English, from the first day of delivery', async () => {
    await entry(await ewes(), { withdrawalMeatDays: 3 })
    await inEnglish()
    await open('/client/portal/reminders')
    const row = within(await screen.findByRole('region', { name: 'Withdrawal periods' })).getByRole('listitem')
    const clear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(
      new Date(`${day(4)}T12:00:00`),
    )
    expect(row).toHaveTextContent(`Ooienmeat clear from ${clear} · in 4 days`)
  })

  test('are shown as unknown if they cannot be loaded', async () => {
    await ewes()
    injectFault(answers('get', 'clients/*/withdrawals', 503))
    const portal = await open('/client/portal/reminders')
    expect((await region()).getByRole('link', { name: 'Wachttijden niet bekend' })).toBeVisible()
    expect(screen.queryByText(/U bent helemaal bij/)).toBeNull()
    await portal.goTo('/client/patients')
    await waitFor(async () => expect(await card('Ooien')).toHaveTextContent('Wachttijd niet bekend'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('are not shown once they have ended', async () => {
    await entry(await ewes(), { date: day(-9), withdrawalMeatDays: 3 })
    await open('/client/portal/reminders')
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    expect(screen.queryByText(/leveren|[Ww]achttijd/)).toBeNull()
  })
})

describe('withdrawal periods of a herd', () => {
  const banner = (name: string) => screen.findByRole('region', { name })

  test('show one line for each food and animal', async () => {
    const herd = await ewes()
    injectFault(
      http.get('*/api/clients/*/patients/*/logbook', () =>
        HttpResponse.json([
          { date: day(-2), description: 'A', productName: 'A', animals: '12', withdrawalMeatDays: 10 },
          { date: day(-2), description: 'B', productName: 'B', animals: '15', withdrawalMeatDays: 5 },
          { date: day(-3), description: 'C', productName: 'C', animals: '15', withdrawalMeatDays: 5 },
          { date: `${day(0)}T00:30:00`, description: 'D', productName: 'D', withdrawalMilkHours: 12 },
          { date: day(0), description: 'E', kind: 'DELIVERY', productName: 'E', withdrawalEggDays: 9 },
        ]),
      ),
    )
    await open(`/client/patients/${herd}?show=medicines`)
    const lines = within(await banner('Er loopt een wachttijd')).getAllByRole('listitem')
    const [unknown, ...more] = lines.filter(({ textContent }) => textContent.includes('niet bekend'))
    expect(unknown).toHaveTextContent(/E · .*Wanneer de behandeling is begonnen, is niet bekend/)
    expect(more).toEqual([])
    const known = lines.filter((line) => line !== unknown)
    expect(known.map(({ textContent }) => /vanaf.*?\. (.*)$/.exec(textContent)?.[1])).toEqual([
      expect.stringMatching(/^A · .*12$/),
      expect.stringMatching(/^B · .*15$/),
      expect.stringMatching(/^D · 12.uur$/),
    ])
  })

  test('are shown as unknown if the last twelve months cannot be loaded', async () => {
    const herd = await ewes()
    await entry(herd, { date: day(-2), withdrawalMeatDays: 10 })
    let fails = true
    injectFault(
      http.get('*/api/clients/*/patients/*/logbook', ({ request }) =>
        fails && new URL(request.url).searchParams.get('endDate') === day(0)
          ? HttpResponse.json({}, { status: 500 })
          : undefined,
      ),
    )
    const years = `startDate=${day(-1300)}&endDate=${day(-1000)}`
    const portal = await open(`/client/patients/${herd}?show=medicines&${years}`)
    const unknown = await banner('Niet bekend of er een wachttijd loopt')
    fails = false
    await portal.user.click(within(unknown).getByRole('button', { name: 'Opnieuw proberen' }))
    expect(await banner('Er loopt een wachttijd')).toBeVisible()
    expect(screen.queryByText(/konden niet worden geladen/)).toBeNull()
  })

  test('are printed below the heading of the sheet', async () => {
    const herd = await ewes()
    await entry(herd, { date: day(-2), productName: 'A', withdrawalEggDays: 10 })
    vi.stubGlobal('print', vi.fn())
    await open(`/client/patients/${herd}?show=medicines`)
    const running = await banner('Er loopt een wachttijd')
    expect(running).toHaveTextContent('eieren vrij vanaf')
    expect(running.closest('.no-print')).toBeNull()
    const head = running.closest('section:not([aria-labelledby])')!.querySelector('header.print-only')!
    expect(head.compareDocumentPosition(running)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByRole('columnheader', { name: 'Wachttijd eieren' })).toBeVisible()
    vi.unstubAllGlobals()
  })
})
