import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { api } from '#src/api/http.ts'
import { readToken, storeToken } from '#src/lib/token.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { arrivesAt, database, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { rows, settled, textOfRows, watchFor } from './faults.tsx'
import { signIn, signOut } from './steps.ts'

test('a late 401 ends the session only if it is for the current token', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen: (string | null)[] = []
  injectFault(
    http.get('*/api/clients/*', async ({ request }) => {
      seen.push(request.headers.get('authorization'))
      await promise
      return Response.json({ code: 'unauthenticated' }, { status: 401 })
    }),
  )
  const old = readToken()!
  const calls = [api.get('clients/a'), api.get('clients/b')]
  const outcomes = Promise.allSettled(calls)
  await waitFor(() => expect(seen).toEqual([old, old]))
  const fresh = await tokenOf('staff')
  expect(fresh).not.toBe(old)
  storeToken(fresh)
  resolve()
  await act(async () => {
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
  expect(portal.address()).toBe('/admin/dashboard')
  expect(readToken()).toBe(fresh)
  expect(screen.queryByRole('alert')).toBeNull()

  await act(async () => void (await Promise.allSettled([api.get('clients/c')])))
  await arrivesAt(portal, '/auth/login')
  expect(readToken()).toBeNull()
})

test('five concurrent 401 responses end the session once', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  const arrived: string[] = []
  portal.router.subscribe('onResolved', ({ toLocation }) => arrived.push(toLocation.pathname))
  const navigate = vi.spyOn(portal.router, 'navigate')
  const removed = vi.spyOn(sessionStorage, 'removeItem')
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  injectFault(
    http.get('*/api/clients/*', async () => {
      waiting += 1
      await promise
      return Response.json({ code: 'unauthenticated' }, { status: 401 })
    }),
  )
  const calls = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((id) => api.get(`clients/${id}`)))
  await waitFor(() => expect(waiting).toBe(5))
  const before = portal.calls.length
  resolve()
  await act(() => calls)
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByText('U bent niet (meer) ingelogd. Log opnieuw in.')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(navigate).toHaveBeenCalledTimes(1)
  expect(arrived).toEqual(['/auth/login'])
  expect(removed.mock.calls.filter(([name]) => name === 'portal-token')).toHaveLength(1)
  expect(portal.calls.slice(before)).toEqual([])
  expect(sessionStorage.getItem('portal')).toBeNull()
  expect(screen.queryByText(/Femke/)).toBeNull()
})

test('a search shows the last request if earlier responses arrive later', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const searches = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.has('q'))
  const box = await screen.findByRole('searchbox', {
    name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier',
  })
  const { held } = searches
  for (const [index, text] of ['b', 'be', 'berg'].entries()) {
    await portal.user.clear(box)
    await portal.user.type(box, text)
    await portal.user.keyboard('{Enter}')
    await searches.count(index + 1)
  }
  expect(held.map(({ url }) => url.searchParams.get('q'))).toEqual(['b', 'be', 'berg'])
  await searches.release(2)
  await waitFor(() => expect(rows().every((row) => row.textContent.includes('Berg'))).toBe(true))
  const found = textOfRows()
  const others = watchFor(/\bBoer\b|\bBakker\b|\bde Beer\b/)
  await searches.release(1)
  await searches.release(0)
  await settled()
  expect(textOfRows()).toEqual(found)
  expect(others.stop()).toEqual([])
  expect(portal.address()).toBe('/admin/clients/registered?lastName=berg')
  expect(box).toHaveValue('berg')
  expect(box).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a new page takes the focus, but not from a menu opened meanwhile', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  const lists = holdRequests('practice/*/clients')
  const menu = () => screen.queryByRole('menu', { name: /^Taal/ })
  await portal.follow('Praktijkgegevens')
  await arrivesAt(portal, '/admin/practice')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())

  await portal.user.click(screen.getByRole('link', { name: 'Cliënten' }))
  await lists.count(1)
  await portal.user.click(screen.getByRole('button', { name: /^Taal/ }))
  expect(menu()).toBeVisible()
  await lists.release(0)
  await waitFor(() => expect(rows()).toHaveLength(25))
  await waitFor(() => expect(portal.router.state.status).toBe('idle'))
  expect(menu()).toBeVisible()
  expect(menu()).toContainElement(document.activeElement as HTMLElement)

  await portal.user.keyboard('{Escape}')
  await portal.follow('Praktijkgegevens')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

/** Sets the description of all reminders of a client. */
async function mark(clientId: string, text: string) {
  const reminders = await database().selectFrom('reminder').selectAll().where('client_uuid', '=', clientId).execute()
  for (const { uuid, data } of reminders) {
    const marked = JSON.stringify({ ...JSON.parse(data), description: text })
    await database().updateTable('reminder').set({ data: marked }).where('uuid', '=', uuid).execute()
  }
}

/** Adds two registered clients of De Waag, each with reminders named after the client. */
async function twoClients() {
  const clients = await database()
    .selectFrom('client')
    .innerJoin('reminder', 'reminder.client_uuid', 'client.uuid')
    .select('client.uuid')
    .where('client.practice_id', '=', 'de-waag')
    .where('client.registered', '=', 1)
    .groupBy('client.uuid')
    .orderBy('client.sort_name')
    .limit(2)
    .execute()
  for (const [index, { uuid }] of clients.entries()) await mark(uuid, `OF-CLIENT-${index + 1}`)
  return clients.map(({ uuid }) => uuid) as [string, string]
}

test('a page remains until the page of the next viewed client has loaded', async () => {
  const [one, two] = await twoClients()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.viewAs(one)
  expect(await screen.findAllByText(/OF-CLIENT-1/)).not.toHaveLength(0)
  await portal.goTo('/admin/clients/registered')
  const slow = holdRequests(`clients/${two}/*`)
  void portal.session.viewAs(two)
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(2))
  expect(screen.getByRole('heading', { level: 1, name: 'Cliënten' })).toBeVisible()
  await slow.releaseAll()
  expect(await screen.findAllByText(/OF-CLIENT-2/)).not.toHaveLength(0)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed call of the former user is not shown to the next user', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  const slow = holdRequests(
    'practice/*/clients',
    ({ searchParams }) => searchParams.get('size') === '25',
    () => new Response(null, { status: 500 }),
  )
  void portal.router.navigate({ to: '/admin/clients/registered' })
  await slow.count(1)
  await signOut(portal)
  const rowsOfTheClinic = watchFor(/van den Berg.*Wim|Bekijk als/)
  await signIn(portal, 'owner')
  await slow.releaseAll()
  await arrivesAt(portal, '/client/portal/reminders')
  await screen.findByRole('heading', { level: 1, name: 'Vandaag' })
  expect(rowsOfTheClinic.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})
