import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isUnreachable } from '#mocks/faults.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import { dialogCloses, shows, signIn, signOut } from './steps.ts'
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
  withoutCount,
  register,
} from './faults.tsx'

const METHODS = ['get', 'post', 'put', 'delete'] as const

/** Makes every call fail, and the browser report that it is offline. */
function goOffline() {
  injectFault(...METHODS.map((method) => isUnreachable(method, '*')))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
}

function reconnect({ api }: TestPortal) {
  // The last handlers belong to the API itself and its messages.
  api.network.resetHandlers(...api.network.listHandlers().slice(METHODS.length))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
}

afterEach(() => void vi.restoreAllMocks())

describe('without a connection', () => {
  test('a list remains readable, and its next page loads once the connection returns', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await waitFor(() => expect(portal.calls.some((call) => call.includes('page=1&size=25'))).toBe(true))
    goOffline()
    const later = watch(portal)
    await aMinutePasses()
    expect(rows()).toHaveLength(25)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(withoutCount(later.all())).toEqual([])

    await portal.goTo('/admin/clients/registered?page=4')
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(later.all().filter((call) => call.includes('page=3'))).toHaveLength(1)

    reconnect(portal)
    await waitFor(() => expect(rows()).toHaveLength(25))
    expect(portal.address()).toBe('/admin/clients/registered?page=4')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a visited page opens again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const first = rows()[0]!.textContent
    await portal.goTo('/admin/clients/registered?page=2')
    await waitFor(() => expect(rows()[0]).not.toHaveTextContent(first))
    goOffline()
    await aMinutePasses()
    await act(async () => portal.router.history.back())
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered'))
    await waitFor(() => expect(rows()[0]).toHaveTextContent(first))
    expect(rows()).toHaveLength(25)
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
  })

  test('changes fail immediately, and are not sent later', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const before = await registered()
    goOffline()
    const offline = watch(portal)
    await portal.user.click(buttons(/verwijderen$/)[0]!)
    await portal.confirm('Verwijderen')
    await shows(GENERAL)
    await dialogCloses()
    await portal.user.click(within(rows()[2]!).getByRole('button', { name: /blokkeren$/ }))
    await waitFor(() => expect(within(rows()[2]!).queryByText('Geblokkeerd')).toBeNull())
    await settled()
    expect(offline.writes()).toHaveLength(2)
    expect(rows()).toHaveLength(25)

    reconnect(portal)
    const online = watch(portal)
    await renew(portal)
    await settled()
    expect(online.writes()).toEqual([])
    expect(await registered()).toEqual(before)
  })

  test('a new password remains typed, and can be sent later', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    goOffline()
    const offline = watch(portal)
    await typePasswords(portal)
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(offline.writes()).toHaveLength(1)
    expectPasswordsKept()
    reconnect(portal)
    const online = watch(portal)
    await renew(portal)
    expect(online.writes()).toEqual([])
    await portal.press('Wachtwoord wijzigen')
    await shows(/^Wachtwoord gewijzigd/)
    expect(online.writes()).toHaveLength(1)
  })

  test('changes of one user are not sent for the next user', async () => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    goOffline()
    await register(portal, buttons(/registreren$/)[0]!)
    await shows(GENERAL)
    await signOut(portal)
    reconnect(portal)
    const later = watch(portal)
    await signIn(portal, 'admin')
    await arrivesAt(portal, '/admin/dashboard')
    await screen.findByRole('heading', { level: 1 })
    await settled()
    expect(later.writes()).toEqual(['POST /api/user/authenticate'])
    expect(await registered()).toHaveLength(180)
  })
})
