import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, attachment, entry, reminder, visit, withoutAnimals } from './animals.ts'
import { settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { specificationAlone } from './plain.ts'

// What an owner sees on an API that has the calls and the fields of the specification, and no more.

let clientId: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
})

const open = (address: string) => openPortal(address, { as: 'owner' })
const card = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')!
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const NOT_FOUND = /De server gaf een fout \(404\)/
const logbookCalls = (calls: readonly string[]) => calls.filter((call) => call.includes('/logbook?'))

describe('what may not be delivered', () => {
  test('is told of seven animals, of which nobody says what they are, a few logbooks at a time', async () => {
    for (let index = 1; index <= 7; index++)
      await entry(await animal(clientId, { name: `Koe ${index}`, species: 'CATTLE' }), { withdrawalMeatDays: 9 })
    const beyond = specificationAlone()
    const waiting: (() => void)[] = []
    injectFault(
      http.get('*/api/clients/*/patients/*/logbook', async () => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return undefined
      }),
    )
    const portal = await open('/client/patients')
    await waitFor(() => expect(waiting).toHaveLength(4))
    await settled()
    expect(logbookCalls(portal.calls)).toHaveLength(4)
    for (let answered = 0; answered < 7; answered++) {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(answered))
      waiting[answered]!()
    }
    for (let index = 1; index <= 7; index++)
      await waitFor(async () => expect(await card(`Koe ${index}`)).toHaveTextContent('Wachttijd vlees t/m'))
    expect(logbookCalls(portal.calls)).toHaveLength(7)
    expect(beyond).toEqual([])
  })

  test('is not known where there is no logbook, and nothing is told of an animal of which nothing runs', async () => {
    const without = await animal(clientId, { name: 'Klara', species: 'CATTLE' })
    await animal(clientId, { name: 'Bles', species: 'CATTLE' })
    specificationAlone()
    injectFault(answers('get', `clients/*/patients/${without}/logbook`, 404))
    await open('/client/patients')
    await waitFor(async () => expect(await card('Klara')).toHaveTextContent('Wachttijd niet bekend'))
    expect(await card('Bles')).not.toHaveTextContent(/leveren|Wachttijd/)
    expect(alerts()).toEqual([])
  })
})

describe('404', () => {
  test('of the animals is an error with its status, and the page stays usable', async () => {
    specificationAlone()
    injectFault(answers('get', 'clients/*/patients', 404))
    const portal = await open('/client/patients')
    expect(await screen.findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    expect(alerts()).toEqual([expect.stringMatching(NOT_FOUND)])
    expect(screen.queryByText('Nog geen dieren')).toBeNull()
    await portal.user.click(screen.getByRole('link', { name: 'Bezoeken' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Bezoeken' })).toBeVisible()
  })

  test('of the animals is told on the page of one of them, which is not said to be unknown', async () => {
    const bella = await animal(clientId, { name: 'Bella' })
    specificationAlone()
    injectFault(answers('get', 'clients/*/patients', 404))
    await open(`/client/patients/${bella}`)
    expect(await screen.findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    expect(alerts()).toEqual([expect.stringMatching(NOT_FOUND)])
    expect(screen.queryByRole('link', { name: 'Naar uw dieren' })).toBeNull()
  })

  test('of a logbook is an error with its status, beside all else of the animal', async () => {
    const bella = await animal(clientId, { name: 'Bella' })
    specificationAlone()
    injectFault(answers('get', 'clients/*/patients/*/logbook', 404))
    await open(`/client/patients/${bella}`)
    expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Bella' })).toBeVisible()
    expect(alerts()).toEqual([expect.stringMatching(NOT_FOUND)])
  })

  test.each(['/client/portal/reminders?active=true', '/client/visit-forms', '/client/attachments/lab-results'])(
    'of the animals is not told at %s, which can do without them',
    async (address) => {
      specificationAlone()
      injectFault(answers('get', 'clients/*/patients', 404))
      await open(address)
      await settled()
      expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
      expect(alerts()).toEqual([])
    },
  )
})

describe('what the portal asks for on its own account fails in silence', () => {
  /** Refuses what is asked for with a size that is not the usual one. */
  const refuseOwnSizes = () =>
    injectFault(
      http.get('*/api/clients/*', ({ request }) => {
        const size = new URL(request.url).searchParams.get('size')
        return size === null || size === '25' || size === '1' ? undefined : HttpResponse.json({}, { status: 400 })
      }),
    )

  test.each(['', '?show=medicines'])('on the page of an animal%s', async (search) => {
    const bella = await animal(clientId, { name: 'Bella' })
    refuseOwnSizes()
    await open(`/client/patients/${bella}${search}`)
    await settled()
    expect(screen.getByRole('heading', { level: 1, name: 'Bella' })).toBeVisible()
    expect(alerts()).toEqual([])
  })

  test.each(['?show=thread', '?show=card'])(
    'on the page of an animal%s, which says in place what is missing',
    async (search) => {
      const bella = await animal(clientId, { name: 'Bella' })
      refuseOwnSizes()
      await open(`/client/patients/${bella}${search}`)
      expect(await screen.findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
      expect(alerts()).toEqual([])
    },
  )

  test('on the attachments and the first page', async () => {
    const bella = await animal(clientId, { name: 'Bella' })
    await attachment(clientId, bella, 'lab-results', { name: 'Bloed' })
    refuseOwnSizes()
    const portal = await open('/client/attachments/lab-results')
    expect(await screen.findByRole('list', { name: 'Labuitslagen' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Behandelplannen' })).toBeVisible()
    await portal.user.click(
      within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { name: /^Herinneringen/ }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
    await settled()
    expect(alerts()).toEqual([])
  })

  test('and what a person asked for is told', async () => {
    specificationAlone()
    injectFault(answers('get', 'clients/*/lab-results', 400))
    await open('/client/attachments/lab-results')
    await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(/\(400\)/)]))
  })
})

describe('what is of animals that nobody named', () => {
  beforeEach(async () => {
    const bella = await animal(clientId, { name: 'Bella' })
    const mies = await animal(clientId, { name: 'Mies' })
    for (const one of [bella, mies]) {
      await reminder(clientId, one, {})
      await visit(clientId, one, {})
      await attachment(clientId, one, 'lab-results', { name: 'Bloed' })
    }
  })
  const openBella = async () => {
    const portal = await open('/client/patients')
    await portal.user.click(await screen.findByRole('link', { name: 'Bella' }))
    await screen.findByRole('heading', { level: 1, name: 'Bella' })
  }

  test('is not said to be nothing', async () => {
    specificationAlone()
    await openBella()
    expect(await screen.findByText('Bij 2 herinneringen zegt de praktijk niet voor welk dier.')).toBeVisible()
    expect(screen.queryByText('Er staat niets gepland.')).toBeNull()
  })

  test('where each says whose it is nothing else is said', async () => {
    withoutCapabilities()
    await openBella()
    const due = within(await screen.findByRole('complementary', { name: 'Herinneringen' }))
    expect(due.getByText('Vaccinatie')).toBeVisible()
    expect(screen.queryByText(/zegt de praktijk niet/)).toBeNull()
  })

  test.each(['visit-forms', 'attachments/lab-results'])('has no filter by animal under %s', async (list) => {
    specificationAlone()
    await open(`/client/${list}`)
    await settled()
    expect(screen.queryByRole('combobox', { name: 'Dier' })).toBeNull()
  })

  test.each(['visit-forms', 'attachments/lab-results'])('has one under %s where they are named', async (list) => {
    withoutCapabilities()
    await open(`/client/${list}`)
    expect(await screen.findByRole('combobox', { name: 'Dier' })).toBeVisible()
  })
})
