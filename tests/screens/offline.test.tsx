import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isUnreachable } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import {
  GENERAL,
  aMinutePasses,
  buttons,
  expectPasswordsKept,
  registered,
  renew,
  rows,
  settled,
  typePasswords,
  watch,
  register,
} from './faults.tsx'

const METHODS = ['get', 'post', 'put', 'delete'] as const

/** The network is gone; the browser knows it. */
function goOffline() {
  injectFault(...METHODS.map((method) => isUnreachable(method, '*')))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
}

function comeBack({ api }: TestPortal) {
  // The first ones, of the start, are the API itself and its texts.
  api.network.resetHandlers(...api.network.listHandlers().slice(METHODS.length))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a list stays readable, only the next action says so, and it is done once there is a connection', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await waitFor(() => expect(portal.calls.some((call) => call.includes('page=1&size=25'))).toBe(true))
  goOffline()
  const later = watch(portal)
  await aMinutePasses()
  expect(rows()).toHaveLength(25)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(later.all()).toEqual([])

  await act(() => portal.router.navigate({ to: '/admin/clients/registered', search: { page: 4, lastName: '' } }))
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(later.all().filter((call) => call.includes('page=3'))).toHaveLength(1)

  comeBack(portal)
  await waitFor(() => expect(rows()).toHaveLength(25))
  expect(portal.address()).toBe('/admin/clients/registered?page=4')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a page that was there before opens again, however long ago', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const first = rows()[0]!.textContent
  await act(() => portal.router.navigate({ to: '/admin/clients/registered', search: { page: 2, lastName: '' } }))
  await waitFor(() => expect(rows()[0]).not.toHaveTextContent(first))
  goOffline()
  await aMinutePasses()
  await act(async () => portal.router.history.back())
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered'))
  await waitFor(() => expect(rows()[0]).toHaveTextContent(first))
  expect(rows()).toHaveLength(25)
  // The rows are old, and so it was asked for new ones.
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
})

test('deleting, locking and registering fail at once, and nothing is sent afterwards', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const before = await registered()
  goOffline()
  const offline = watch(portal)
  await portal.user.click(buttons(/verwijderen$/)[0]!)
  await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText(GENERAL)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await portal.user.click(within(rows()[2]!).getByRole('button', { name: /blokkeren$/ }))
  await waitFor(() => expect(within(rows()[2]!).queryByText('Geblokkeerd')).toBeNull())
  await settled()
  expect(offline.writes()).toHaveLength(2)
  expect(rows()).toHaveLength(25)

  comeBack(portal)
  const online = watch(portal)
  await renew(portal)
  await settled()
  expect(online.writes()).toEqual([])
  expect(await registered()).toEqual(before)
})

test('a new password fails at once, stays typed, and can be sent when the network is back', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  goOffline()
  const offline = watch(portal)
  await typePasswords(portal)
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(offline.writes()).toHaveLength(1)
  expectPasswordsKept()
  comeBack(portal)
  const online = watch(portal)
  await renew(portal)
  expect(online.writes()).toEqual([])
  await portal.user.click(screen.getByRole('button', { name: 'Wachtwoord wijzigen' }))
  expect(await screen.findByText(/^Wachtwoord gewijzigd/)).toBeVisible()
  expect(online.writes()).toHaveLength(1)
})

test('what one person pressed is not sent under the next one who signs in', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  goOffline()
  await register(portal, buttons(/registreren$/)[0]!)
  expect(await screen.findByText(GENERAL)).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
  await arrivesAt(portal, '/auth/login')
  comeBack(portal)
  const later = watch(portal)
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.admin)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.keyboard('{Enter}')
  await arrivesAt(portal, '/admin/dashboard')
  await screen.findByRole('heading', { level: 1 })
  await settled()
  expect(later.writes()).toEqual(['POST /api/user/authenticate'])
  expect(await registered()).toHaveLength(180)
})

test('signing in says so and keeps what was typed', async () => {
  const portal = await openPortal('/auth/login')
  goOffline()
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(portal.calls).toEqual(['POST /api/user/authenticate'])
  expect(screen.getByLabelText(/Gebruikersnaam/)).toHaveValue(personas.staff)
  expect(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' })).toHaveValue(PASSWORD)
  expect(document.body).not.toHaveFocus()
})
