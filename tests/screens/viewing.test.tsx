import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { GENERAL, registered, renew, rows, watch, watchFor } from './faults.tsx'
import { shows } from './steps.ts'

const LIST = '/admin/clients/registered'
const BANNER = { name: /^U bekijkt het portaal als/ }
const banner = () => screen.findByRole('region', BANNER)
const bannerGoes = () => waitFor(() => expect(screen.queryByRole('region', BANNER)).toBeNull())
const viewButtons = () => screen.getAllByRole('button', { name: /^Bekijk als/ })
const toAdmin = async ({ user }: TestPortal) =>
  user.click(within(await banner()).getByRole('button', { name: 'Terug naar beheer' }))
const stored = () => JSON.parse(sessionStorage.getItem('portal')!).state

/** Returns the cache keys of client data, and keys that contain the given uuid. */
const clientKeys = ({ router }: TestPortal, clientId?: string) =>
  router.options.context.queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => JSON.stringify(queryKey))
    .filter((key) => key.startsWith('["client"') || (clientId !== undefined && key.includes(clientId)))

const change = (uuid: string, columns: { locked?: 1; registered?: 0; last_name?: string }) =>
  database().updateTable('client').set(columns).where('uuid', '=', uuid).execute()

async function nameTwoClients() {
  const [one, another] = (await registered()).map(({ uuid }) => uuid)
  await change(one!, { last_name: 'Eersteling' })
  await change(another!, { last_name: 'Tweedema' })
  return [one!, another!] as const
}

/** Stores that the tab was viewing this client before its page was reloaded. */
const wasViewing = (clientId: string) =>
  sessionStorage.setItem(
    'portal',
    JSON.stringify({ state: { clientId, activePracticeId: 'de-waag', showActiveReminders: false } }),
  )

describe('viewing as a client', () => {
  test('makes one call for two presses, and returns to the same row of the list', async () => {
    const portal = await openPortal(`${LIST}?page=2`, { as: 'staff' })
    const later = watch(portal)
    const third = viewButtons()[2]!
    const viewed = third.getAttribute('aria-label')!
    await act(async () => {
      third.click()
      third.click()
    })
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await banner()).toBeVisible()
    expect(later.all().filter((call) => /^GET \/api\/clients\/[\w-]+$/.test(call))).toHaveLength(1)
    expect(document.title).toMatch(/^Bekeken als/)
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('link', { name: 'Dierenportaal' })).toHaveAttribute('href', '/admin/dashboard')
    await portal.goTo('/client/portal/settings')
    expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
    expect(document.querySelector('input[type=password]')).toBeNull()
    const links = header.getAllByRole('link').map((link) => link.textContent)
    expect(links).toEqual(['Dierenportaal', 'Terug naar beheer', 'Uitloggen'])
    await portal.follow('Terug naar beheer')
    await waitFor(() => expect(portal.address()).toBe(`${LIST}?page=2`))
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(viewed))
    expect(rows()[2]).toContainElement(document.activeElement as HTMLElement)
    await bannerGoes()
  })

  test('leaves no data of the client in the cache, even after viewing another', async () => {
    const [one, another] = await nameTwoClients()
    const portal = await openPortal(`${LIST}?page=2&lastName=e`, { as: 'staff' })
    const { session } = stored()
    const token = sessionStorage.getItem('portal-token')
    await portal.viewAs(one)
    expect(await banner()).toHaveTextContent('Eersteling')
    expect(clientKeys(portal, one).length).toBeGreaterThan(1)
    await toAdmin(portal)
    await waitFor(() => expect(portal.address()).toBe(`${LIST}?page=2&lastName=e`))
    await waitFor(() => expect(clientKeys(portal, one)).toEqual([]))
    expect(stored()).toMatchObject({ session, clientId: null, activePracticeId: null, viewedFrom: null })
    expect(sessionStorage.getItem('portal-token')).toBe(token)

    await portal.viewAs(another)
    expect(await banner()).toHaveTextContent('Tweedema')
    const keys = clientKeys(portal, one)
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.filter((key) => !key.includes(another) || key.includes(one))).toEqual([])
  })

  test('continues after a reload, with a filter that the next client does not get', async () => {
    const [one, another] = await nameTwoClients()
    wasViewing(one)
    const portal = await openPortal('/client/portal/reminders', { as: 'staff' })
    expect(await banner()).toHaveTextContent('Eersteling')
    expect(portal.calls.filter((call) => call === `GET /api/clients/${one}`)).toHaveLength(1)
    expect(screen.getByRole('radio', { name: /Niet actief/ })).toBeChecked()
    await toAdmin(portal)
    await arrivesAt(portal, '/admin/dashboard')
    await waitFor(() => expect(clientKeys(portal)).toEqual([]))
    await portal.viewAs(another)
    expect(await screen.findByRole('radio', { name: /^Actief/ })).toBeChecked()
  })

  test('shows a locked client, and states that the client has no access', async () => {
    const [one, another] = await nameTwoClients()
    await change(one, { locked: 1 })
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.viewAs(one)
    expect(await banner()).toHaveTextContent('Deze cliënt is geblokkeerd en ziet dit zelf niet.')
    expect(await screen.findByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
    await toAdmin(portal)
    await arrivesAt(portal, LIST)
    await bannerGoes()
    await portal.viewAs(another)
    expect(await banner()).not.toHaveTextContent('geblokkeerd')
  })
})

describe('viewing as a client fails', () => {
  test.each([
    ['erased', (id: string) => database().deleteFrom('client').where('uuid', '=', id).execute(), /fout \(404\)/],
    ['unregistered', (id: string) => change(id, { registered: 0 }), /^Deze cliënt staat niet in het portaal/],
  ])('if the client is %s, also at a reload', async (_, leave, text) => {
    const [one] = await nameTwoClients()
    const portal = await openPortal(LIST, { as: 'staff' })
    await leave(one)
    await portal.viewAs(one)
    await shows(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(portal.address()).toBe(LIST)
    expect(localStorage.getItem('portal-last-viewed')).toBeNull()

    closePortals()
    wasViewing(one)
    const reloaded = await openPortal('/client/portal/settings', { as: 'staff' })
    await arrivesAt(reloaded, LIST)
    await shows(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(clientKeys(reloaded)).toEqual([])
    expect(stored().clientId).toBeNull()
  })

  test.each([
    [404, 'not-found', 'Dit is niet gevonden. Misschien is het verwijderd: vernieuw de pagina.'],
    [403, 'forbidden', 'U heeft hier geen toegang toe.'],
  ])('if a list returns %i, and the admin area can still be reached', async (status, code, text) => {
    const [one] = await nameTwoClients()
    const portal = await openPortal(LIST, { as: 'staff' })
    injectFault(answers('get', 'clients/*/reminders', status, code))
    await portal.viewAs(one)
    expect(await screen.findByText(text, { exact: false })).toHaveTextContent(`(${status})`)
    expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    expect(portal.address()).toMatch(/^\/client\/portal\/reminders/)
    await toAdmin(portal)
    await arrivesAt(portal, LIST)
    await waitFor(() => expect(rows()).toHaveLength(25))
  })

  test.each([
    [409, 'conflict', [/\(409\)/, /intussen ergens anders gewijzigd/]],
    [500, 'internal', [/De server gaf een fout \(500\)/]],
  ])('if the server returns %i %s, and shows one error above the unchanged list', async (status, code, texts) => {
    const portal = await openPortal(LIST, { as: 'staff' })
    injectFault(answers('get', 'clients/*', status, code, { once: true }))
    const later = watch(portal)
    await portal.user.click(viewButtons()[0]!)
    for (const text of texts) await shows(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('alert')).not.toHaveTextContent(/null|undefined|NaN/)
    const calls = later.all().filter((call) => call.includes('/clients/'))
    expect(calls).toEqual([expect.stringMatching(/^GET \/api\/clients\/[\w-]+$/)])
    expect(screen.queryByRole('region', BANNER)).toBeNull()
    expect(localStorage.getItem('portal-last-viewed')).toBeNull()
    await renew(portal)
    expect(rows()).toHaveLength(25)
  })

  test('after an unexpected error, which is shown and logged', async () => {
    const portal = await openPortal(LIST, { as: 'staff' })
    const error = new TypeError('broken')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(portal.router, 'navigate').mockRejectedValueOnce(error)
    await portal.user.click(viewButtons()[0]!)
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(logged.mock.calls).toEqual([[error]])
  })
})

describe('viewing as a second client', () => {
  test('wins over the first, whose response arrives later', async () => {
    const [one, another] = await nameTwoClients()
    const portal = await openPortal(LIST, { as: 'staff' })
    const slow = holdRequests(`clients/${one}`)
    const first = portal.session.viewAs(one).catch(() => {})
    await slow.count(1)
    const ofTheFirst = watchFor(/Eersteling/)
    ofTheFirst.seen.length = 0
    await portal.viewAs(another)
    await slow.releaseAll()
    await act(() => first)
    expect(await banner()).toHaveTextContent('Tweedema')
    expect(ofTheFirst.stop()).toEqual([])
    expect(document.title).toMatch(/^Bekeken als .*Tweedema · Dierenportaal$/)
    expect(clientKeys(portal, one).filter((key) => key.includes(one))).toEqual([])
  })

  test.each([
    ['before', false],
    ['after', true],
  ])('does not fail if its client is loaded %s the page of the first', async (_, isHeld) => {
    const [one, another] = await nameTwoClients()
    const portal = await openPortal(`${LIST}?page=2`, { as: 'staff' })
    const slow = holdRequests(`clients/${one}/reminders`)
    const first = portal.session.viewAs(one)
    await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
    const secondCall = isHeld ? holdRequests(`clients/${another}`) : undefined
    const second = act(() => portal.session.viewAs(another))
    await (secondCall ? secondCall.count(1) : second)
    await slow.releaseAll()
    if (secondCall) expect(await screen.findByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
    await secondCall?.releaseAll()
    await act(() => Promise.all([first, second]))
    expect(await banner()).toHaveTextContent('Tweedema')
    await toAdmin(portal)
    await waitFor(() => expect(portal.address()).toBe(`${LIST}?page=2`))
    await bannerGoes()
    expect(stored().clientId).toBeNull()
  })
})
