import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { SLOW_MS } from '#src/lib/constants.ts'
import { GENERAL, registered, renew, rows, watch, watchFor } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'

const banner = () => screen.findByRole('region', { name: /^U bekijkt het portaal als/ })
const GONE = 'Deze cliënt staat niet (meer) op het portaal. Ga terug naar beheer.'

/** The keys of what is known of clients, whose uuid stands anywhere in them. */
const known = ({ router }: TestPortal, ...clientIds: string[]) =>
  router.options.context.queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => JSON.stringify(queryKey))
    .filter((key) => key.startsWith('["client"') || clientIds.some((id) => key.includes(id)))

const view = ({ session }: TestPortal, clientId: string) => act(() => session.viewAs(clientId))

async function toAdmin(portal: TestPortal) {
  await portal.user.click(within(await banner()).getByRole('button', { name: 'Terug naar beheer' }))
}

async function change(uuid: string, columns: { locked?: 1; registered?: 0; last_name?: string }) {
  await database().updateTable('client').set(columns).where('uuid', '=', uuid).execute()
}

async function two() {
  const [one, another] = await registered()
  await change(one!.uuid, { last_name: 'Eersteling' })
  await change(another!.uuid, { last_name: 'Tweedema' })
  return [one!.uuid, another!.uuid] as const
}

test('R-132, M-147, M-148 nothing of a client is known after the return, nor of the first when the second is viewed', async () => {
  const [one, another] = await two()
  const portal = await openPortal('/admin/clients/registered?page=2&lastName=e', { as: 'staff' })
  const session = JSON.parse(sessionStorage.getItem('portal')!).state.session
  const token = sessionStorage.getItem('portal-token')
  await view(portal, one)
  expect(await banner()).toHaveTextContent('Eersteling')
  expect(known(portal, one).length).toBeGreaterThan(1)
  await toAdmin(portal)
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?page=2&lastName=e'))
  await waitFor(() => expect(known(portal, one)).toEqual([]))
  const { state } = JSON.parse(sessionStorage.getItem('portal')!)
  expect([state.session, state.clientId, state.activePracticeId, state.viewedFrom]).toEqual([session, null, null, null])
  expect(sessionStorage.getItem('portal-token')).toBe(token)

  await view(portal, another)
  expect(await banner()).toHaveTextContent('Tweedema')
  expect(known(portal).length).toBeGreaterThan(1)
  expect(known(portal).every((key) => key.includes(another))).toBe(true)
  expect(known(portal, one).filter((key) => key.includes(one))).toEqual([])
})

test('R-131 the one who is asked for last is viewed, also when the answer about the first comes later', async () => {
  const [one, another] = await two()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const slow = holdRequests(`clients/${one}`)
  const first = portal.session.viewAs(one).catch(() => {})
  await slow.count(1)
  const ofTheFirst = watchFor(/Eersteling/)
  ofTheFirst.seen.length = 0
  await view(portal, another)
  await slow.releaseAll()
  await act(() => first)
  expect(await banner()).toHaveTextContent('Tweedema')
  expect(ofTheFirst.stop()).toEqual([])
  expect(document.title).toMatch(/^Bekeken als .*Tweedema · Dierenportaal$/)
  expect(known(portal, one).filter((key) => key.includes(one))).toEqual([])
})

/** The tab was viewing this client when its page was loaded anew. */
const wasViewing = (clientId: string) =>
  sessionStorage.setItem(
    'portal',
    JSON.stringify({ state: { clientId, activePracticeId: 'de-waag', showActiveReminders: false } }),
  )

test('M-161 a reload views the same client with the same filter, and still returns; the next one has a filter of its own', async () => {
  const [one, another] = await two()
  wasViewing(one)
  const portal = await openPortal('/client/portal/reminders', { as: 'staff' })
  expect(await banner()).toHaveTextContent('Eersteling')
  expect(portal.calls.filter((call) => call === `GET /api/clients/${one}`)).toHaveLength(1)
  expect(screen.getByRole('radio', { name: /Niet actief/ })).toBeChecked()
  await toAdmin(portal)
  await arrivesAt(portal, '/admin/dashboard')
  await waitFor(() => expect(known(portal).filter((key) => key.startsWith('["client"'))).toEqual([]))
  await view(portal, another)
  expect(await screen.findByRole('radio', { name: /^Actief/ })).toBeChecked()
})

test('R-134 the settings of a viewed client: no password to change, and no link to one’s own settings', async () => {
  const [one] = await two()
  const portal = await openPortal('/admin/dashboard', { as: 'admin' })
  await view(portal, one)
  await banner()
  await act(() => portal.router.navigate({ to: '/client/portal/settings' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  expect(document.querySelector('input[type=password]')).toBeNull()
  const links = within(screen.getByRole('banner')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Dierenportaal', 'Terug naar beheer', 'Uitloggen'])
})

test('a locked client is viewed all the same, and staff read that the client cannot see it', async () => {
  const [one, another] = await two()
  await change(one, { locked: 1 })
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await view(portal, one)
  expect(await banner()).toHaveTextContent('Deze cliënt is geblokkeerd en ziet dit zelf niet.')
  expect(await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
  await toAdmin(portal)
  await arrivesAt(portal, '/admin/clients/registered')
  // At its end the view before is forgotten.
  await waitFor(() => expect(screen.queryByRole('region', { name: /^U bekijkt/ })).toBeNull())
  await view(portal, another)
  expect(await banner()).not.toHaveTextContent('geblokkeerd')
})

test.each([
  [
    'is not there any more',
    (uuid: string) => database().deleteFrom('client').where('uuid', '=', uuid).execute(),
    /fout \(404\)/,
  ],
  ['is not on the portal any more', (uuid: string) => change(uuid, { registered: 0 }), GONE],
])('a client who %s is not viewed, and that is said once', async (_, leave, said) => {
  const [one] = await two()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await leave(one)
  await view(portal, one)
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(portal.address()).toBe('/admin/clients/registered')
  expect(localStorage.getItem('portal-last-viewed')).toBeNull()
})

test.each([
  [
    'is not there any more',
    (uuid: string) => database().deleteFrom('client').where('uuid', '=', uuid).execute(),
    /fout \(404\)/,
  ],
  ['is not on the portal any more', (uuid: string) => change(uuid, { registered: 0 }), GONE],
])('a client who %s at a reload: back at the clients, with a sentence', async (_, leave, said) => {
  const [one] = await two()
  wasViewing(one)
  await leave(one)
  const portal = await openPortal('/client/portal/settings', { as: 'staff' })
  await arrivesAt(portal, '/admin/clients/registered')
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(known(portal, one).filter((key) => key.startsWith('["client"'))).toEqual([])
  expect(JSON.parse(sessionStorage.getItem('portal')!).state.clientId).toBeNull()
})

test.each([
  [404, 'not-found', 'Dit is niet gevonden. Misschien is het verwijderd: vernieuw de pagina.'],
  [403, 'forbidden', 'U heeft hier geen toegang toe.'],
])('papers of a viewed client that answer %i: said, and the way back stays', async (status, code, text) => {
  const [one] = await two()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  injectFault(answers('get', 'clients/*/reminders', status, code))
  await view(portal, one)
  expect(await screen.findByText(text, { exact: false })).toHaveTextContent(`(${status})`)
  expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  expect(portal.address()).toMatch(/^\/client\/portal\/reminders/)
  await toAdmin(portal)
  await arrivesAt(portal, '/admin/clients/registered')
  await waitFor(() => expect(rows()).toHaveLength(25))
})

const viewButton = () => screen.getAllByRole('button', { name: /^Bekijk als/ })[0]!

test('who comes back to the list finds the focus on the row of the client', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  await screen.findAllByRole('row')
  const name = screen.getAllByRole('button', { name: /^Bekijk als/ })[2]!.getAttribute('aria-label')!
  await portal.user.click(screen.getByRole('button', { name }))
  await toAdmin(portal)
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
})

test.each([
  [403, 'forbidden', [/\(403\)/, /U heeft hier geen toegang toe/]],
  [409, 'conflict', [/\(409\)/, /intussen ergens anders gewijzigd/]],
  [429, 'rate-limited', [/\(429\)/, /Te veel pogingen/]],
  [500, 'internal', [/De server gaf een fout \(500\)/]],
])('a view that answers %i %s says its status and what is known of it, once', async (status, code, texts) => {
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  injectFault(answers('get', 'clients/*', status, code))
  await portal.user.click(viewButton())
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible()
  const alerts = screen.getAllByRole('alert')
  expect(alerts).toHaveLength(1)
  for (const alert of alerts) expect(alert).not.toHaveTextContent(/null|undefined|NaN/)
})

test('what nobody foresaw while a view opens is told and logged', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  const error = new TypeError('broken')
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(portal.router, 'navigate').mockRejectedValueOnce(error)
  await portal.user.click(viewButton())
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(logged.mock.calls).toEqual([[error]])
})

test('a view that takes long says so, and opens when it comes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const slow = holdRequests('clients/*')
  await portal.user.click(viewButton())
  await slow.count(1)
  const told = () => screen.queryByText(/Het duurt langer dan normaal/)
  expect(told()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS))
  expect(told()).toBeVisible()
  await slow.releaseAll()
  await banner()
  expect(told()).toBeNull()
})

test('two presses on one client ask once, and the way back leads to the list', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  const later = watch(portal)
  const button = viewButton()
  await act(async () => {
    button.click()
    button.click()
  })
  await banner()
  expect(later.all().filter((call) => /^GET \/api\/clients\/[\w-]+$/.test(call))).toHaveLength(1)
  await toAdmin(portal)
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?page=2'))
})

test('another client viewed while the first one opens: that one, and the way back still leads to the list', async () => {
  const [one, another] = await two()
  const list = '/admin/clients/registered?page=2'
  const portal = await openPortal(list, { as: 'staff' })
  const slow = holdRequests(`clients/${one}/reminders`)
  const first = portal.session.viewAs(one)
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
  await view(portal, another)
  await slow.releaseAll()
  await act(() => first)
  expect(await banner()).toHaveTextContent('Tweedema')
  await toAdmin(portal)
  await waitFor(() => expect(portal.address()).toBe(list))
  await waitFor(() => expect(screen.queryByRole('region', { name: /^U bekijkt/ })).toBeNull())
  expect(JSON.parse(sessionStorage.getItem('portal')!).state.clientId).toBeNull()
})

test('while another client is asked for, what was opened for the first one does not fail', async () => {
  const [one, another] = await two()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const slow = holdRequests(`clients/${one}/reminders`)
  const first = portal.session.viewAs(one)
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
  const asked = holdRequests(`clients/${another}`)
  const second = portal.session.viewAs(another)
  await asked.count(1)
  await slow.releaseAll()
  expect(await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
  await asked.releaseAll()
  await act(() => Promise.all([first, second]))
  expect(await banner()).toHaveTextContent('Tweedema')
})

test('a view that fails for want of an answer leaves the list, the clients who were viewed, and no bar', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  injectFault(answers('get', 'clients/*', 500, 'internal', { once: true }))
  const later = watch(portal)
  await portal.user.click(viewButton())
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
  expect(later.all().filter((call) => call.includes('/clients/'))).toEqual([
    expect.stringMatching(/^GET \/api\/clients\/[\w-]+$/),
  ])
  expect(screen.queryByRole('region', { name: /^U bekijkt/ })).toBeNull()
  expect(localStorage.getItem('portal-last-viewed')).toBeNull()
  await renew(portal)
  expect(rows()).toHaveLength(25)
})

test('a member of staff views a client and returns to the list as it was', async () => {
  const list = '/admin/clients/registered?page=2'
  const portal = await openPortal(list, { as: 'staff' })
  const third = screen.getAllByRole('button', { name: /^Bekijk als/ })[2]!
  const viewed = third.getAttribute('aria-label')!
  await portal.user.click(third)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByText(/U bekijkt het portaal als/)).toBeVisible()
  expect(document.title).toMatch(/^Bekeken als/)
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: 'Dierenportaal' })).toHaveAttribute('href', '/admin/dashboard')
  expect(header.getAllByRole('link').map((link) => link.textContent)).not.toContain('Instellingen')

  await portal.user.click(header.getByRole('link', { name: 'Terug naar beheer' }))
  await waitFor(() => expect(portal.address()).toBe(list))
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(viewed))
  expect(rows()[2]).toContainElement(document.activeElement as HTMLElement)
  expect(screen.queryByText(/U bekijkt het portaal als/)).toBeNull()
  const keys = portal.router.options.context.queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])
  expect(keys).not.toContain('client')
})
