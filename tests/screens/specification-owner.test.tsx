import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, type RequestHandler, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { closePortals, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { enterSpecification } from '#harness/specification-api.ts'
import { animal, attachment, day, entry, reminder, visit, withoutAnimals } from './animals.ts'
import { rows, settled } from './faults.tsx'
import { ownerId } from './owner.ts'

// Pages of an owner on an API that implements only the specification.

let clientId: string
let bella: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  bella = await animal(clientId, { name: 'Bella' })
})

const open = (address: string) => openPortal(address, { as: 'owner' })
const enter = (address: string, ...faults: RequestHandler[]) => enterSpecification(address, 'owner', { faults })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const retry = () => screen.findByRole('button', { name: 'Opnieuw proberen' })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const card = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')!

describe('withdrawal periods on an API with only the specified calls', () => {
  test('are read from four logbooks at a time', async () => {
    const cows = Array.from({ length: 7 }, (_, index) => `Koe ${index}`)
    await withoutAnimals(clientId)
    for (const name of cows) await entry(await animal(clientId, { name, species: 'CATTLE' }), { withdrawalMeatDays: 9 })
    const waiting: (() => void)[] = []
    const logbooks = http.get('*/api/clients/*/patients/*/logbook', async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return undefined
    })
    const { portal, beyond } = await enter('/client/patients', logbooks)
    await waitFor(() => expect(waiting).toHaveLength(4))
    for (let answered = 0; answered < cows.length; answered++) {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(answered))
      expect(waiting.length - answered).toBeLessThanOrEqual(4)
      waiting[answered]!()
    }
    for (const cow of cows)
      await waitFor(async () => expect(await card(cow)).toHaveTextContent('Wachttijd: vlees vrij vanaf'))
    expect(portal.calls.filter((call) => call.includes('/logbook?'))).toHaveLength(cows.length)
    expect(beyond).toEqual([])
  })

  test('are unknown for an animal without a logbook', async () => {
    const klara = await animal(clientId, { name: 'Klara', species: 'CATTLE' })
    await animal(clientId, { name: 'Bles', species: 'CATTLE' })
    await enter('/client/patients', answers('get', `clients/*/patients/${klara}/logbook`, 404))
    await waitFor(async () => expect(await card('Klara')).toHaveTextContent('Wachttijd niet bekend'))
    expect(await card('Bles')).not.toHaveTextContent(/leveren|Wachttijd/)
    expect(alerts()).toEqual([])
  })
})

describe('a 404 response', () => {
  const NOT_FOUND = [expect.stringMatching(/De server gaf een fout \(404\)/)]
  const noAnimals = () => answers('get', 'clients/*/patients', 404)

  test('is an error with its status for the list of animals, and other pages remain reachable', async () => {
    const { portal } = await enter('/client/patients', noAnimals())
    await retry()
    expect(alerts()).toEqual(NOT_FOUND)
    expect(screen.queryByText('Nog geen dieren')).toBeNull()
    await portal.user.click(screen.getByRole('link', { name: 'Bezoeken' }))
    expect(await title('Bezoeken')).toBeVisible()
  })

  test('does not make one of the animals unknown', async () => {
    await enter(`/client/patients/${bella}`, noAnimals())
    await retry()
    expect(alerts()).toEqual(NOT_FOUND)
    expect(screen.queryByRole('link', { name: 'Naar uw dieren' })).toBeNull()
  })

  test('is an error with its status for a logbook, beside the rest of the animal', async () => {
    await enter(`/client/patients/${bella}`, answers('get', 'clients/*/patients/*/logbook', 404))
    expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
    await retry()
    expect(await title('Bella')).toBeVisible()
    expect(alerts()).toEqual(NOT_FOUND)
  })

  test.each(['/client/portal/reminders?active=true', '/client/visit-forms', '/client/attachments/lab-results'])(
    'raises no alert for the list of animals at %s',
    async (address) => {
      await enter(address, noAnimals())
      await settled()
      expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
      expect(alerts()).toEqual([])
    },
  )
})

describe('a background call that is rejected for its size', () => {
  beforeEach(() =>
    injectFault(
      http.get('*/api/clients/*', ({ request }) => {
        const size = new URL(request.url).searchParams.get('size')
        return size === null || size === '25' || size === '1' ? undefined : HttpResponse.json({}, { status: 400 })
      }),
    ),
  )

  test.each([
    ['', false],
    ['?show=medicines', false],
    ['?show=thread', true],
    ['?show=card', true],
  ])('raises no alert on the page of an animal%s, and can be retried in place: %s', async (search, isMissed) => {
    await open(`/client/patients/${bella}${search}`)
    await settled()
    if (isMissed) await retry()
    else expect(await title('Bella')).toBeVisible()
    expect(alerts()).toEqual([])
  })

  test('raises no alert on the attachments and the first page', async () => {
    await attachment(clientId, bella, 'lab-results', { name: 'Bloed' })
    const portal = await open('/client/attachments/lab-results')
    expect(await screen.findByRole('list', { name: 'Labuitslagen' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Behandelplannen' })).toBeVisible()
    const menu = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
    await portal.user.click(menu.getByRole('link', { name: /^Vandaag/ }))
    expect(await title('Vandaag')).toBeVisible()
    await settled()
    expect(alerts()).toEqual([])
  })
})

test('a page that the user opened shows an error of its own call', async () => {
  await enter('/client/attachments/lab-results', answers('get', 'clients/*/lab-results', 400))
  await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(/\(400\)/)]))
})

describe('records of an owner', () => {
  beforeEach(async () => {
    for (const one of [bella, await animal(clientId, { name: 'Mies' })]) {
      await reminder(clientId, one, {})
      await visit(clientId, one, {})
      await attachment(clientId, one, 'lab-results', { name: 'Bloed' })
    }
  })
  const openBella = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(await screen.findByRole('link', { name: 'Bella' }))
    await title('Bella')
  }

  test('are counted on the page of an animal if they name no animal', async () => {
    await openBella((await enter('/client/patients')).portal)
    expect(await screen.findByText('Bij 2 herinneringen zegt de praktijk niet voor welk dier.')).toBeVisible()
    expect(screen.queryByText('Uw praktijk heeft voor dit dier niets gepland.')).toBeNull()
  })

  test('are shown with the animal that they name', async () => {
    withoutCapabilities()
    await openBella(await open('/client/patients'))
    const due = within(await screen.findByRole('complementary', { name: 'Herinneringen' }))
    expect(due.getByText('Vaccinatie')).toBeVisible()
    expect(screen.queryByText(/zegt de praktijk niet/)).toBeNull()
  })

  test.each(['visit-forms', 'attachments/lab-results'])(
    'can be filtered under %s only if they name an animal',
    async (list) => {
      withoutCapabilities()
      await open(`/client/${list}`)
      expect(await screen.findByRole('combobox', { name: 'Dier' })).toBeVisible()
      closePortals()
      await enter(`/client/${list}`)
      await settled()
      expect(screen.queryByRole('combobox', { name: 'Dier' })).toBeNull()
    },
  )
})

/** Lets the API return this number of records in one response. */
const many = (count: number, fields: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => ({ uuid: `u${n}`, ...fields(n) }))

function returns(path: string, records: object[]) {
  withoutCapabilities()
  injectFault(http.get(`*/api/clients/*/${path}`, () => HttpResponse.json(records)))
}

describe('10,000 records in one response', () => {
  test.each([
    ['/client/invoices', 'invoices', { status: 'PAID', date: '2026-01-02', totalInclVat: 1 }, 'row'],
    ['/client/visit-forms', 'visit-forms', { date: '2026-01-02' }, 'listitem'],
    ['/client/attachments/lab-results', 'lab-results', { date: '2026-01-02' }, 'listitem'],
    ['/client/portal/reminders?active=true', 'reminders', { date: '2027-01-02', active: true }, 'listitem'],
    ['/client/portal/reminders?active=false', 'reminders', { date: '2025-01-02', active: false }, 'listitem'],
  ] as const)('are split into pages at %s', async (address, path, fields, role) => {
    returns(
      path,
      many(10_000, () => fields),
    )
    await open(address)
    expect(await screen.findByText('1–25 van 10.000')).toBeVisible()
    await settled()
    expect(screen.getAllByRole(role).length).toBeLessThan(60)
  })

  test('contain a visit that is found by one call, with its page', async () => {
    returns(
      'visit-forms',
      many(10_000, () => ({ date: '2026-01-02' })),
    )
    const portal = await open('/client/visit-forms?visit=u9000')
    const back = await screen.findByRole('link', { name: 'Alle bezoeken' })
    expect(back).toHaveAttribute('href', '/client/visit-forms?page=361')
    expect(portal.calls.filter((call) => call.includes('/visit-forms'))).toHaveLength(1)
  })
})

/** Number of rows that a list without pages draws before *more* is pressed. */
const SHOWN = 200

describe('a list without pages', () => {
  const headings = (role: string, name: string) => () =>
    screen.getByRole(role, { name }).querySelectorAll('h3[class], h4').length

  test.each([
    ['', headings('list', 'Logboek'), { kind: 'NOTE', description: 'Regel' }],
    ['?show=thread', headings('region', 'Geweest'), { kind: 'NOTE', description: 'Regel' }],
    ['?show=medicines', () => rows().length, { productName: 'Penivet' }],
  ])('is rendered in parts on the page of an animal%s, and whole in print', async (search, drawn, fields) => {
    returns(
      'logbook',
      many(3 * SHOWN, () => ({ date: day(-1), ...fields })),
    )
    const portal = await open(`/client/patients/${bella}${search}`)
    const more = await screen.findByRole('button', { name: 'Nog 200 tonen' })
    expect(drawn()).toBe(SHOWN)
    await portal.user.click(more)
    expect(drawn()).toBe(2 * SHOWN)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(drawn()).toBe(3 * SHOWN)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(drawn()).toBe(2 * SHOWN)
  })

  test('is rendered in parts for animals, and the last press moves the focus to the list', async () => {
    returns(
      'patients',
      many(SHOWN + 5, (n) => ({ name: `Dier ${n}`, deceasedDate: '2020-01-01' })),
    )
    const portal = await open('/client/patients')
    const names = () => screen.getAllByRole('heading', { level: 3 })
    expect(names()).toHaveLength(SHOWN)
    const more = screen.getByRole('button', { name: 'Nog 5 tonen' })
    act(() => more.focus())
    await portal.user.keyboard('{Enter}')
    expect(names()).toHaveLength(SHOWN + 5)
    expect(more).not.toBeInTheDocument()
    expect(document.body).not.toHaveFocus()
  })
})
