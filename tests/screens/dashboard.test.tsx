import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { registered, rows, watch } from './faults.tsx'
import { type TestPortal, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const share = () => screen.queryByRole('heading', { name: /van uw cliënten is geregistreerd$/ })
const figure = (name: RegExp) => screen.getByRole('link', { name })

/** What the API says how many there are. */
function counts({
  registered,
  unregistered,
  locked = 0,
}: {
  registered: number
  unregistered: number
  locked?: number
}) {
  const page = (totalElements: number) =>
    Response.json({ content: [], page: { size: 1, number: 0, totalElements, totalPages: totalElements } })
  injectFault(
    http.get('*/api/practice/*/clients', ({ request }) => {
      return page(new URL(request.url).searchParams.has('locked') ? locked : registered)
    }),
    http.get('*/api/clients', () => page(unregistered)),
  )
}

const NOTHING_TO_DO = { undelivered: 0, unanswered: 0, withoutEmail: 0, failedImports: 0 }

describe('what is to be done', () => {
  const todo = async () => within(await screen.findByRole('region', { name: 'Te doen' }))

  test('has its number and leads to exactly those', async () => {
    await database()
      .updateTable('client')
      .set({ registered_at: '2020-01-01T00:00:00.000Z', locked: 0 })
      .where('practice_id', '=', 'de-waag')
      .where('activation', '=', 'invited')
      .execute()
    const portal = await openPortal('/admin/dashboard', { as: 'admin' })
    const told = (await todo()).getAllByRole('listitem').map((item) => item.textContent)
    expect(told.map((text) => /^\d+ [\p{L}-]+/u.exec(text)?.[0])).toEqual([
      expect.stringMatching(/^\d+ verzoek/),
      '4 mails',
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
      await portal.user.click((await todo()).getAllByRole('link', { name: 'Bekijken' })[index]!)
      await waitFor(() => expect(portal.address()).toBe(address))
      const count = Number.parseInt(told[index]!)
      await waitFor(() => expect(rows()).toHaveLength(Math.min(count, 25)))
      await portal.user.click(screen.getByRole('link', { name: 'Overzicht' }))
      await arrivesAt(portal, '/admin/dashboard')
    }
  })

  test('asks a practice without clients to load them', async () => {
    counts({ registered: 0, unregistered: 0 })
    injectFault(http.get('*/api/practice/*/follow-up', () => Response.json(NOTHING_TO_DO)))
    injectFault(http.get('*/api/practice/*/request-count', () => Response.json({ waiting: 0, unseen: 0 })))
    await openPortal('/admin/dashboard', { as: 'admin' })
    expect((await todo()).getByRole('link', { name: 'Gegevens laden' })).toHaveAttribute(
      'href',
      '/admin/practice#import-feed',
    )
    expect((await todo()).queryByText('Er is niets te doen.')).toBeNull()
  })

  test('tells other staff that an admin loads the clients', async () => {
    counts({ registered: 0, unregistered: 0 })
    await openPortal('/admin/clients/unregistered', { as: 'staff' })
    expect(await screen.findByText('Nog geen cliënten')).toBeVisible()
    expect(screen.getByText(/^Een beheerder van uw praktijk laadt/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Gegevens laden' })).toBeNull()
  })

  test('everybody is registered where there are clients', async () => {
    counts({ registered: 3, unregistered: 0 })
    await openPortal('/admin/clients/unregistered', { as: 'staff' })
    expect(await screen.findByText('Iedereen is geregistreerd')).toBeVisible()
  })

  test('says so when nothing is to be done', async () => {
    injectFault(http.get('*/api/practice/*/follow-up', () => Response.json(NOTHING_TO_DO)))
    injectFault(http.get('*/api/practice/*/request-count', () => Response.json({ waiting: 0, unseen: 0 })))
    await openPortal('/admin/dashboard', { as: 'staff' })
    expect((await todo()).getByText('Er is niets te doen.')).toBeVisible()
  })

  test('an API that does not tell is not asked, and nothing is said', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(portal.calls.filter((call) => call.endsWith('/follow-up'))).toEqual([])
    expect(screen.queryByRole('region', { name: 'Te doen' })).toBeNull()
  })
})

describe('the counts', () => {
  test('of the lists and of the locked clients are asked by calls of one', async () => {
    const [one, another] = await registered()
    for (const { uuid } of [one!, another!])
      await database().updateTable('client').set({ locked: 1 }).where('uuid', '=', uuid).execute()
    const locked = (await registered()).filter((each) => each.locked === 1).length
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(figure(/^Geregistreerd 180$/)).toHaveAttribute('href', '/admin/clients/registered')
    expect(figure(/^Niet geregistreerd 90$/)).toHaveAttribute('href', '/admin/clients/unregistered')
    expect(figure(new RegExp(`^Geblokkeerd ${locked}$`))).toHaveAttribute(
      'href',
      '/admin/clients/registered?locked=true',
    )
    expect(portal.calls.filter((call) => call.includes('clients'))).toEqual([
      'GET /api/practice/de-waag/clients?page=0&size=1',
      'GET /api/clients?practiceId=de-waag&page=0&size=1',
      'GET /api/practice/de-waag/clients?page=0&size=1&locked=true',
      'GET /api/practice/de-waag/clients?page=0&size=1&state=activated',
    ])
  })

  test('who has activated the account is counted beside who is registered, and listed by a click', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    await portal.user.click(figure(/^Geactiveerd 162$/))
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?state=activated'))
    expect(await screen.findByText('1–25 van 162')).toBeVisible()
  })

  test.each([
    ['0 of 0', 0, 0, null, 0],
    ['1 of 300', 1, 299, '1%', 1],
    ['299 of 300', 299, 1, '99%', 99],
    ['all', 300, 0, '100%', 100],
    ['none', 0, 300, '0%', 0],
    ['half', 3, 3, '50%', 50],
  ])('%s: as many tiles as percents, no one rounded away', async (_, on, off, percent, filled) => {
    counts({ registered: on, unregistered: off })
    await openPortal('/admin/dashboard', { as: 'staff' })
    if (percent === null) {
      expect(screen.getByText('Nog geen cliënten')).toBeVisible()
      expect(share()).toBeNull()
      return
    }
    expect(share()).toHaveTextContent(`${percent} van uw cliënten is geregistreerd`)
    const tiles = screen.getByRole('img', { name: new RegExp(`^${filled} van de 100 tegels`) })
    expect(tiles.children).toHaveLength(100)
    expect(tiles.querySelectorAll('[class*=full]')).toHaveLength(filled)
  })

  test('what is registered has one number, however many of them are locked', async () => {
    counts({ registered: 1043, unregistered: 612, locked: 17 })
    await openPortal('/admin/dashboard', { as: 'staff' })
    expect(share()).toHaveTextContent('63% van uw')
    const tiles = screen.getByRole('img', { name: '63 van de 100 tegels zijn gevuld' })
    expect(tiles.querySelectorAll('[class*=full]')).toHaveLength(63)
    const main = within(screen.getByRole('main'))
    for (const each of main.getAllByText('Geregistreerd')) expect(each.closest('a, li')).toHaveTextContent('1.043')
    expect(main.queryByText('Actief')).toBeNull()
  })

  test('an API that cannot filter is not asked for the locked ones, and no number is made of them', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(portal.calls.filter((call) => call.includes('locked'))).toEqual([])
    expect(figure(/^Geregistreerd 180$/)).toBeVisible()
    expect(within(screen.getByRole('main')).queryByText('Geblokkeerd')).toBeNull()
    expect(within(screen.getByRole('main')).queryByText('Geactiveerd')).toBeNull()
    expect(share()).toHaveTextContent('67%')
  })

  test('one that fails is a dash, and nothing is made of the other; a button asks again', async () => {
    injectFault(answers('get', 'clients', 500, 'internal', { once: true }))
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(figure(/^Geregistreerd 180$/)).toBeVisible()
    expect(figure(/^Niet geregistreerd Niet beschikbaar$/)).toBeVisible()
    expect(share()).toBeNull()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    const later = watch(portal)
    await portal.user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
    expect(await screen.findByRole('link', { name: /^Niet geregistreerd 90$/ })).toBeVisible()
    expect(share()).toHaveTextContent('67%')
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
    expect(document.body).not.toHaveFocus()
    expect(later.all()).toEqual(['GET /api/clients?practiceId=de-waag&page=0&size=1'])
  })

  test('a count of the locked that fails is left out, and nobody is told', async () => {
    injectFault(
      http.get('*/api/practice/*/clients', ({ request }) =>
        new URL(request.url).searchParams.has('locked') ? new Response(null, { status: 500 }) : undefined,
      ),
    )
    await openPortal('/admin/dashboard', { as: 'staff' })
    expect(share()).toHaveTextContent('67%')
    expect(screen.queryByText('Geblokkeerd')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
  })

  test('without both the page still finds clients, and offers to ask again', async () => {
    injectFault(answers('get', 'clients', 500), answers('get', 'practice/*/clients', 500))
    await openPortal('/admin/dashboard', { as: 'staff' })
    expect(screen.getByRole('searchbox')).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  })
})

describe('the clients who were viewed last', () => {
  const panel = () => screen.findByRole('region', { name: 'Laatst bekeken' })
  const names = async () =>
    within(await panel())
      .getAllByRole('button', { name: /^Bekijk als/ })
      .map((button) => button.getAttribute('aria-label')!.replace('Bekijk als ', ''))
  const kept = () => JSON.parse(localStorage.getItem('portal-last-viewed') ?? '[]') as string[]
  const toDashboard = ({ router }: TestPortal) => act(() => router.navigate({ to: '/admin/dashboard' }))

  /** Clients whose names say their number. */
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
      await act(() => portal.session.viewAs(clientId))
      await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })
      await toDashboard(portal)
      await screen.findByRole('searchbox')
    }
  }

  test('at most six, the last one first and none twice; ids only on the device; Enter views again', async () => {
    const ids = await numbered()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(screen.queryByText('Laatst bekeken')).toBeNull()
    await viewAll(portal, [...ids.slice(0, 7), ids[3]!])
    await waitFor(async () =>
      expect(await names()).toEqual(['Nummer4', 'Nummer7', 'Nummer6', 'Nummer5', 'Nummer3', 'Nummer2']),
    )
    expect(kept().slice(1)).toEqual([3, 6, 5, 4, 2, 1].map((index) => ids[index]))
    for (const name of Object.keys(localStorage)) expect(localStorage.getItem(name)).not.toMatch(/Nummer/)
    act(() => screen.getByRole('button', { name: 'Bekijk als Nummer5' }).focus())
    await portal.user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })).toHaveTextContent('Nummer5')
  })

  test('signing out wipes them; so does who signs in next, and nobody sees those of another', async () => {
    const ids = await numbered()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    await viewAll(portal, ids.slice(0, 2))
    await waitFor(async () => expect(await names()).toEqual(['Nummer2', 'Nummer1']))
    const former = kept()
    await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
    await arrivesAt(portal, '/auth/login')
    expect(localStorage.getItem('portal-last-viewed')).toBeNull()

    // A browser that was closed instead.
    localStorage.setItem('portal-last-viewed', JSON.stringify(former))
    await act(() => signInByPassword(portal.router, { username: personas.admin, password: PASSWORD }))
    await arrivesAt(portal, '/admin/dashboard')
    expect(localStorage.getItem('portal-last-viewed')).toBeNull()
    expect(screen.queryByText('Laatst bekeken')).toBeNull()
  })

  test('a browser that was closed has them still when the same one signs in, and no tab that opens takes them away', async () => {
    const [one] = await numbered()
    const { id } = await database()
      .selectFrom('account')
      .select('id')
      .where('username', '=', personas.staff)
      .executeTakeFirstOrThrow()
    localStorage.setItem('portal-last-viewed', JSON.stringify([id, one]))
    const portal = await openPortal('/auth/login')
    expect(kept()).toEqual([id, one])
    await act(() => signInByPassword(portal.router, { username: personas.staff, password: PASSWORD }))
    await arrivesAt(portal, '/admin/dashboard')
    await waitFor(async () => expect(await names()).toEqual(['Nummer1']))
  })

  test('who is not there any more, or not on the portal, leaves them in silence; an answer that fails hides only', async () => {
    const [one, two, three, four] = await numbered()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    await viewAll(portal, [one!, two!, three!, four!])
    await act(() => portal.router.navigate({ to: '/admin/clients/registered' }))
    await waitFor(() => expect(screen.queryByText('Laatst bekeken')).toBeNull())
    await database().updateTable('client').set({ registered: 0 }).where('uuid', '=', three!).execute()
    injectFault(answers('get', `clients/${two}`, 404, 'not-found'), answers('get', `clients/${four}`, 500))
    await toDashboard(portal)
    await waitFor(async () => expect(await names()).toEqual(['Nummer1']))
    await waitFor(() => expect(kept().slice(1)).toEqual([four, one]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each(['{', '"x"', '{"a":1}', 'null', '[5,{}]'])(
    'what stands in the storage as %s is nothing',
    async (stored) => {
      localStorage.setItem('portal-last-viewed', stored)
      await openPortal('/admin/dashboard', { as: 'staff' })
      expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
      expect(screen.queryByText('Laatst bekeken')).toBeNull()
    },
  )
})
