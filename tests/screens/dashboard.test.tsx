import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { registered, rows, watch } from './faults.tsx'
import { type TestPortal, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { accountOf, main, replies, shows } from './steps.ts'

const open = (as: 'admin' | 'staff' = 'staff') => openPortal('/admin/dashboard', { as })
const share = () => screen.queryByRole('heading', { name: /van uw cliënten is geregistreerd$/ })
const figure = (name: RegExp) => screen.getByRole('link', { name })
const noRetry = () => expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()

/** Lets the API return these numbers of clients. */
function hasClients(registered: number, unregistered: number, locked = 0) {
  const page = (totalElements: number) =>
    Response.json({ content: [], page: { size: 1, number: 0, totalElements, totalPages: totalElements } })
  injectFault(
    http.get('*/api/practice/*/clients', ({ request }) =>
      page(new URL(request.url).searchParams.has('locked') ? locked : registered),
    ),
    http.get('*/api/clients', () => page(unregistered)),
  )
}

const nothingToDo = () =>
  injectFault(
    replies('get', 'practice/*/follow-up', { undelivered: 0, unanswered: 0, withoutEmail: 0, failedImports: 0 }),
    replies('get', 'practice/*/request-count', { waiting: 0, unseen: 0 }),
  )

describe('the list of tasks', () => {
  const tasks = async () => within(await screen.findByRole('region', { name: 'Te doen' }))

  test('shows the number of each task, with a link to a list of that length', async () => {
    await database()
      .updateTable('client')
      .set({ registered_at: '2020-01-01T00:00:00.000Z', locked: 0 })
      .where('practice_id', '=', 'de-waag')
      .where('activation', '=', 'invited')
      .execute()
    const portal = await open('admin')
    const texts = (await tasks()).getAllByRole('listitem').map((item) => item.textContent)
    expect(texts.map((text) => /^\d+ [\p{L}-]+/u.exec(text)?.[0])).toEqual([
      expect.stringMatching(/^\d+ verzoek/),
      '4 e-mails',
      expect.stringMatching(/^\d+ uitnodiging/),
      expect.stringMatching(/^\d+ cliënt/),
    ])
    expect(portal.calls.filter((call) => call.endsWith('/follow-up'))).toHaveLength(1)
    for (const [index, address] of [
      '/admin/requests',
      '/admin/clients/registered?state=failed',
      '/admin/clients/registered?state=unanswered',
      '/admin/clients/unregistered?noEmail=true',
    ].entries()) {
      await portal.user.click((await tasks()).getAllByRole('link', { name: 'Bekijken' })[index]!)
      await waitFor(() => expect(portal.address()).toBe(address))
      await waitFor(() => expect(rows()).toHaveLength(Math.min(Number.parseInt(texts[index]!), 25)))
      await portal.follow('Overzicht')
      await arrivesAt(portal, '/admin/dashboard')
    }
  })

  test('links to importing clients if the practice has none', async () => {
    hasClients(0, 0)
    nothingToDo()
    await open('admin')
    const link = (await tasks()).getByRole('link', { name: 'Gegevens laden' })
    expect(link).toHaveAttribute('href', '/admin/practice/import')
    expect((await tasks()).queryByText('Er is niets te doen.')).toBeNull()
  })

  test('states that it is empty', async () => {
    nothingToDo()
    await open()
    expect((await tasks()).getByText('Er is niets te doen.')).toBeVisible()
  })
})

describe('the first steps of a practice', () => {
  const steps = async () => within(await screen.findByRole('region', { name: 'Aan de slag' }))
  const start = async (as: 'admin' | 'staff') => {
    hasClients(0, 0)
    nothingToDo()
    await database().updateTable('practice').set({ getting_started_closed_at: null, iban: null }).execute()
    injectFault(replies('get', 'practice/*/follow-up', { gettingStarted: as === 'admin' }))
    return await open(as)
  }

  test('each lead to a page, beside no notice of an empty portal', async () => {
    const portal = await start('admin')
    expect((await steps()).getByText(/^\d van 7 gedaan/)).toBeVisible()
    for (const [name, href] of [
      ['Invullen', '/admin/practice'],
      ['Beveiligen', '/admin/settings#second-factor'],
    ])
      expect((await steps()).getByRole('link', { name: name! })).toHaveAttribute('href', href)
    expect((await steps()).getByText('Cliënten laden').closest('li')).toHaveTextContent('Gedaan')
    for (const text of ['Er is niets te doen.', 'Nog geen cliënten', 'Laad uw cliënten'])
      expect(screen.queryByText(text)).toBeNull()
    await portal.press('Lijst sluiten')
    await shows(/^Deze lijst is gesloten voor alle beheerders/)
    await portal.press('Toch tonen')
    await steps()
    expect(
      (await database().selectFrom('practice').select('getting_started_closed_at as at').execute())[0]?.at,
    ).toBeNull()
  })

  test('are not shown to other staff', async () => {
    const portal = await start('staff')
    await shows('Laad uw cliënten')
    expect(screen.queryByRole('region', { name: 'Aan de slag' })).toBeNull()
    expect(portal.calls.filter((call) => call.includes('getting-started'))).toEqual([])
  })
})

test.each([
  [0, 'Nog geen cliënten', 1],
  [3, 'Iedereen is geregistreerd', 0],
])('an empty list of unregistered clients states the reason: %i registered', async (count, text, admins) => {
  hasClients(count, 0)
  await openPortal('/admin/clients/unregistered', { as: 'staff' })
  await shows(text)
  expect(screen.queryAllByText(/^Een beheerder van uw praktijk laadt/)).toHaveLength(admins)
  expect(screen.queryByRole('link', { name: 'Gegevens laden' })).toBeNull()
})

describe('the counts of clients', () => {
  test('load by pages of one row, and link to their lists', async () => {
    const uuids = (await registered()).slice(0, 2).map(({ uuid }) => uuid)
    await database().updateTable('client').set({ locked: 1 }).where('uuid', 'in', uuids).execute()
    const locked = (await registered()).filter((each) => each.locked === 1).length
    const portal = await open()
    for (const [name, address] of [
      [/^Geregistreerd 180$/, 'registered'],
      [/^Niet geregistreerd 90$/, 'unregistered'],
      [new RegExp(`^Geblokkeerd ${locked}$`), 'registered?locked=true'],
    ] as const)
      expect(figure(name)).toHaveAttribute('href', `/admin/clients/${address}`)
    expect(portal.calls.filter((call) => call.includes('clients'))).toEqual([
      'GET /api/practice/de-waag/clients?page=0&size=1',
      'GET /api/clients?practiceId=de-waag&page=0&size=1',
      'GET /api/practice/de-waag/clients?page=0&size=1&locked=true',
      'GET /api/practice/de-waag/clients?page=0&size=1&state=activated',
    ])
    await portal.follow(/^Geactiveerd 162$/)
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?state=activated'))
    await shows('1–25 van 162')
  })

  test.each([
    [1, 299, 0, 1],
    [299, 1, 0, 99],
    [300, 0, 0, 100],
    [0, 300, 0, 0],
    [1043, 612, 17, 63],
  ])(
    'show for %i registered and %i other clients, %i of them locked, %i %% and as many tiles',
    async (on, off, locked, percent) => {
      hasClients(on, off, locked)
      await open()
      expect(share()).toHaveTextContent(`${percent}% van uw cliënten is geregistreerd`)
      const tiles = screen.getByRole('img', { name: new RegExp(`^${percent} van de 100 tegels`) })
      expect(tiles.children).toHaveLength(100)
      expect(tiles.querySelectorAll('[class*=full]')).toHaveLength(percent)
      for (const each of main().getAllByText('Geregistreerd'))
        expect(each.closest('a, li')).toHaveTextContent(on.toLocaleString('nl'))
      expect(main().queryByText('Actief')).toBeNull()
    },
  )

  test('show no share if the practice has no clients', async () => {
    hasClients(0, 0)
    await open()
    await shows('Nog geen cliënten')
    expect(share()).toBeNull()
  })

  test('omit locked and activated clients if the API cannot filter', async () => {
    withoutCapabilities()
    const portal = await open()
    expect(portal.calls.filter((call) => call.includes('locked'))).toEqual([])
    expect(figure(/^Geregistreerd 180$/)).toBeVisible()
    expect(main().queryByText(/^(Geblokkeerd|Geactiveerd)$/)).toBeNull()
    expect(share()).toHaveTextContent('67%')
  })

  test('show a dash for a count that fails, with a retry', async () => {
    injectFault(answers('get', 'clients', 500, 'internal', { once: true }))
    const portal = await open()
    expect(figure(/^Geregistreerd 180$/)).toBeVisible()
    expect(figure(/^Niet geregistreerd Niet beschikbaar$/)).toBeVisible()
    expect(share()).toBeNull()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    const later = watch(portal)
    await portal.press('Opnieuw proberen')
    expect(await screen.findByRole('link', { name: /^Niet geregistreerd 90$/ })).toBeVisible()
    expect(share()).toHaveTextContent('67%')
    noRetry()
    expect(document.body).not.toHaveFocus()
    expect(later.all()).toEqual(['GET /api/clients?practiceId=de-waag&page=0&size=1'])
  })

  test('omit locked clients if their count fails, without an alert', async () => {
    injectFault(
      http.get('*/api/practice/*/clients', ({ request }) =>
        new URL(request.url).searchParams.has('locked') ? new Response(null, { status: 500 }) : undefined,
      ),
    )
    await open()
    expect(share()).toHaveTextContent('67%')
    expect(screen.queryByText('Geblokkeerd')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    noRetry()
  })

  test('raise one alert if both fail, and the search remains', async () => {
    injectFault(answers('get', 'clients', 500), answers('get', 'practice/*/clients', 500))
    await open()
    expect(screen.getByRole('searchbox')).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  })
})

describe('the recently viewed clients', () => {
  const STORED = 'portal-last-viewed'
  const names = async () =>
    within(await screen.findByRole('region', { name: 'Laatst bekeken' }))
      .getAllByRole('button', { name: /^Bekijk als/ })
      .map((button) => button.getAttribute('aria-label')!.replace('Bekijk als ', ''))
  const isEmpty = () => expect(screen.queryByText('Laatst bekeken')).toBeNull()
  const stored = () => JSON.parse(localStorage.getItem(STORED) ?? '[]') as string[]
  const viewing = () => screen.findByRole('region', { name: /^U bekijkt het portaal als/ })
  const lists = (...expected: string[]) => waitFor(async () => expect(await names()).toEqual(expected))
  const signIn = async (portal: TestPortal, persona: Persona) => {
    await act(() => signInByPassword(portal.router, { username: personas[persona], password: PASSWORD }))
    await arrivesAt(portal, '/admin/dashboard')
  }

  /** Names eight clients `Nummer1` to `Nummer8`, and returns their uuids. */
  async function numbered() {
    const clients = (await registered()).slice(0, 8)
    for (const [index, { uuid }] of clients.entries()) {
      const columns = { last_name: `Nummer${index + 1}`, call_name: null, first_name: null, company_name: null }
      await database().updateTable('client').set(columns).where('uuid', '=', uuid).execute()
    }
    return clients.map(({ uuid }) => uuid)
  }

  async function viewAll(portal: TestPortal, clientIds: string[]) {
    for (const clientId of clientIds) {
      await portal.viewAs(clientId)
      await viewing()
      await portal.goTo('/admin/dashboard')
      await screen.findByRole('searchbox')
    }
  }

  test('are at most six different clients, stored by id only', async () => {
    const ids = await numbered()
    const portal = await open()
    isEmpty()
    await viewAll(portal, [...ids.slice(0, 7), ids[3]!])
    await lists('Nummer4', 'Nummer7', 'Nummer6', 'Nummer5', 'Nummer3', 'Nummer2')
    expect(stored().slice(1)).toEqual([3, 6, 5, 4, 2, 1].map((index) => ids[index]))
    for (const name of Object.keys(localStorage)) expect(localStorage.getItem(name)).not.toMatch(/Nummer/)
    act(() => screen.getByRole('button', { name: 'Bekijk als Nummer5' }).focus())
    await portal.user.keyboard('{Enter}')
    expect(await viewing()).toHaveTextContent('Nummer5')
  })

  test('are cleared by signing out, and when another user signs in', async () => {
    const ids = await numbered()
    const portal = await open()
    await viewAll(portal, ids.slice(0, 2))
    await lists('Nummer2', 'Nummer1')
    const former = stored()
    await portal.follow('Uitloggen')
    await arrivesAt(portal, '/auth/login')
    expect(localStorage.getItem(STORED)).toBeNull()
    // Closing the browser without signing out leaves this value.
    localStorage.setItem(STORED, JSON.stringify(former))
    await signIn(portal, 'admin')
    expect(localStorage.getItem(STORED)).toBeNull()
    isEmpty()
  })

  test('are kept if the same user signs in again', async () => {
    const [one] = await numbered()
    const { id } = await accountOf('staff')
    localStorage.setItem(STORED, JSON.stringify([id, one]))
    const portal = await openPortal('/auth/login')
    expect(stored()).toEqual([id, one])
    await signIn(portal, 'staff')
    await lists('Nummer1')
  })

  test('omit clients that were removed, unregistered or fail to load', async () => {
    const [one, two, three, four] = await numbered()
    const portal = await open()
    await viewAll(portal, [one!, two!, three!, four!])
    await portal.goTo('/admin/clients/registered')
    await waitFor(isEmpty)
    await database().updateTable('client').set({ registered: 0 }).where('uuid', '=', three!).execute()
    injectFault(answers('get', `clients/${two}`, 404, 'not-found'), answers('get', `clients/${four}`, 500))
    await portal.goTo('/admin/dashboard')
    await lists('Nummer1')
    await waitFor(() => expect(stored().slice(1)).toEqual([four, one]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each(['{', '"x"', 'null', '[5,{}]'])('are empty if the storage contains %s', async (value) => {
    localStorage.setItem(STORED, value)
    await open()
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
    isEmpty()
  })
})
