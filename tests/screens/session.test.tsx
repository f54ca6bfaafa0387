import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answers, hangs, isUnreachable } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { type TestPortal, arrivesAt, closePortals, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { httpError } from './faults.tsx'
import { input, signIn, signOut } from './steps.ts'

const EXPIRED = 'U bent niet (meer) ingelogd. Log opnieuw in.'
const MINUTE = 60_000

const refreshes = ({ calls }: TestPortal) => calls.filter((call) => call === 'GET /api/user/refresh').length
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Moves the clock without running timers, like a sleeping computer. */
const sleep = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const wake = (...events: string[]) =>
  act(async () => {
    for (const event of events) window.dispatchEvent(new Event(event))
  })

async function openWithClock(address: string, as: Persona) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return await openPortal(address, { as })
}

test('the token is refreshed every 240 seconds until signing out', async () => {
  const portal = await openWithClock('/admin/dashboard', 'staff')
  expect(refreshes(portal)).toBe(1)
  const first = sessionStorage.getItem('portal-token')
  await pass(239_000)
  expect(refreshes(portal)).toBe(1)
  await pass(2_000)
  await waitFor(() => expect(refreshes(portal)).toBe(2))
  await waitFor(() => expect(sessionStorage.getItem('portal-token')).not.toBe(first))
  await pass(240_000)
  await waitFor(() => expect(refreshes(portal)).toBe(3))

  await act(async () => screen.getByRole('link', { name: 'Uitloggen' }).click())
  await arrivesAt(portal, '/auth/login')
  const { length } = portal.calls
  await pass(10 * MINUTE)
  expect(portal.calls).toHaveLength(length)
})

test('closing a page does not end the session of the next page', async () => {
  await openWithClock('/admin/dashboard', 'staff')
  closePortals()
  sessionStorage.clear()
  const next = await openPortal('/admin/dashboard')
  await arrivesAt(next, '/not-authorised')
  await pass(MINUTE)
  expect(next.address()).toBe('/not-authorised')
})

test('signing in and out five times leaves one refresh timer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/auth/login')
  for (let round = 0; round < 5; round += 1) {
    await act(() => signInByPassword(portal.router, { username: personas.staff, password: PASSWORD }))
    if (round < 4) await act(() => portal.session.end('signedOut'))
  }
  expect(refreshes(portal)).toBe(0)
  await pass(245_000)
  await waitFor(() => expect(refreshes(portal)).toBe(1))
})

test('a failed refresh is shown once, retried three times, and does not sign out', async () => {
  const portal = await openWithClock('/admin/dashboard', 'staff')
  injectFault(answers('get', 'user/refresh', 500))
  await pass(240_000)
  const error = await screen.findByText(httpError(500))
  fireEvent.click(within(error.closest<HTMLElement>('[role=alert]')!).getByRole('button'))
  await pass(100_000)
  expect(refreshes(portal)).toBe(1 + 4)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(portal.address()).toBe('/admin/dashboard')
})

test('the expiry of the session is announced if refreshing fails, until a refresh succeeds', async () => {
  const portal = await openWithClock('/admin/dashboard', 'staff')
  injectFault(isUnreachable('get', 'user/refresh'))
  await pass(415_000)
  const ending = /Om \d\d:\d\d wordt u uitgelogd/
  expect(screen.queryByText(ending)).toBeNull()
  await pass(10_000)
  expect(await screen.findByText(ending)).toBeVisible()
  const made = refreshes(portal)
  await pass(30_000)
  expect(refreshes(portal)).toBe(made)

  portal.api.network.resetHandlers()
  await wake('online')
  await waitFor(() => expect(screen.queryByText(ending)).toBeNull())
  expect(refreshes(portal)).toBe(made + 1)
  await pass(240_000)
  await waitFor(() => expect(refreshes(portal)).toBe(made + 2))
})

test('the session ends without a call when its token expires', async () => {
  const portal = await openWithClock('/admin/clients/registered?page=2', 'staff')
  injectFault(hangs('get', 'user/refresh'))
  await pass(590_000)
  expect(portal.address()).toBe('/admin/clients/registered?page=2')
  const { length } = portal.calls
  await pass(15_000)
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByText(EXPIRED)).toBeVisible()
  expect(portal.calls).toHaveLength(length)
})

test('a session that expired during sleep continues at its page after signing in', async () => {
  const portal = await openWithClock('/admin/clients/registered?lastName=van', 'staff')
  await screen.findByRole('table')
  const { length } = portal.calls
  sleep(8 * 60 * MINUTE)
  await wake('visibilitychange', 'focus', 'online')
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByText(EXPIRED)).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByRole('table')).toBeNull()
  expect(portal.calls).toHaveLength(length)

  vi.useRealTimers()
  await signIn(portal, 'staff')
  await arrivesAt(portal, '/admin/clients/registered')
  expect(portal.address()).toBe('/admin/clients/registered?lastName=van')
})

test('the token is refreshed once after a short sleep', async () => {
  const portal = await openWithClock('/admin/dashboard', 'staff')
  sleep(5 * MINUTE)
  await wake('visibilitychange', 'focus')
  await wake('online')
  await waitFor(() => expect(refreshes(portal)).toBe(2))
  await pass(200_000)
  expect(refreshes(portal)).toBe(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a clock that is an hour ahead does not end the session', async () => {
  const token = await tokenOf('staff')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // The last token stored this offset: the server's clock is an hour behind.
  sessionStorage.setItem('portal', JSON.stringify({ state: { clockOffset: -60 * MINUTE } }))
  sessionStorage.setItem('portal-token', token)
  const { 1: payload = '' } = token.split('.')
  const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  vi.setSystemTime(exp * 1000 - MINUTE + 60 * MINUTE)
  injectFault(
    http.get('*/api/user/refresh', () => HttpResponse.json({ token })),
    http.get('*/api/user', () => HttpResponse.json({ id: '1', practiceId: 'de-waag', roles: ['CLINIC_USER'] })),
    http.get('*/api/*', () => HttpResponse.json({ content: [], page: {} })),
  )
  const portal = await openPortal('/admin/dashboard')
  expect(portal.address()).toBe('/admin/dashboard')
})

test('the page of an ended session is not opened for another user', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=geheim', { as: 'staff' })
  injectFault(answers('get', 'practice/*/clients', 401, 'unauthenticated', { once: true }))
  await act(() => portal.router.options.context.queryClient.invalidateQueries({ queryKey: ['practice'] }))
  await arrivesAt(portal, '/auth/login')
  await signIn(portal, 'admin')
  await arrivesAt(portal, '/admin/dashboard')
  expect(portal.address()).toBe('/admin/dashboard')
})

test('an expired token leads to signing in without a call, and then to the requested page', async () => {
  const token = await tokenOf('staff')
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 11 * MINUTE })
  sessionStorage.setItem('portal-token', token)
  const portal = await openPortal('/admin/clients/unregistered?page=2')
  await arrivesAt(portal, '/auth/login')
  expect(sessionStorage.getItem('portal-token')).toBeNull()
  expect(portal.calls).toEqual([])
  vi.useRealTimers()
  await signIn(portal, 'staff')
  await arrivesAt(portal, '/admin/clients/unregistered')
  expect(portal.address()).toBe('/admin/clients/unregistered?page=2')
})

test.each([
  ['a session', []],
  ['an unknown token', [answers('get', 'user/refresh', 401, 'unauthenticated')]],
])('a link from a mail also opens with %s', async (_, faults) => {
  injectFault(
    ...faults,
    http.get('*/api/password/invitation', () => new Response(null, { status: 204 })),
  )
  const portal = await openPortal('/auth/reset-password?token=abc', { as: 'staff' })
  expect(portal.address()).toBe('/auth/reset-password')
  expect(input(/Nieuw wachtwoord/)).toBeVisible()
})

test('a user without a known role can only sign out', async () => {
  injectFault(http.get('*/api/user', () => HttpResponse.json({ id: '1', roles: ['JANITOR'], language: 'nl' })))
  const portal = await openPortal('/', { as: 'owner' })
  await arrivesAt(portal, '/not-authorised')
  await signOut(portal)
})
