import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { recordSignOut } from '#src/session/other-tabs.ts'
import { GENERAL, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, closePortals, injectFault, openPortal } from '#harness/portal.tsx'
import { showsHeading, signIn } from './steps.ts'

afterEach(() => vi.unstubAllGlobals())

const TOKENS = ['7'.repeat(700), 'a.'.repeat(600), '12345678901234567890', '1e5', 'true', 'null', '{"a":1}', '007']

describe('a token in the URL', () => {
  test('of a reset link is read as text, and removed from the URL', async () => {
    for (const token of TOKENS) {
      closePortals()
      const portal = await openPortal(`/auth/reset-password?token=${encodeURIComponent(token)}`)
      expect(portal.address()).toBe('/auth/reset-password')
      expect(portal.session.resetLink.token()).toBe(token)
    }
    closePortals()
    await openPortal('/auth/reset-password?token=')
    await showsHeading('Geen geldige link')
  })

  test('of another system is sent unchanged, and removed from the URL', async () => {
    const received: (string | null)[] = []
    injectFault(
      http.get('*/api/oauth/authenticate', ({ request }) => {
        received.push(new URL(request.url).searchParams.get('access_token'))
        return new Response(null, { status: 401 })
      }),
    )
    for (const token of TOKENS) {
      closePortals()
      const portal = await openPortal(`/auth/login?access_token=${encodeURIComponent(token)}`)
      expect(portal.address()).toBe('/auth/login')
    }
    expect(received).toEqual(TOKENS)
  })

  test.each(['/auth/reset-password?token=abc', '/auth/login?access_token=abc'])(
    'is removed from %s at once, even for signed-in users while the start is pending',
    async (address) => {
      injectFault(http.get('*/api/*', () => new Promise<undefined>(() => {})))
      const portal = await openPortal(address, { as: 'staff', untilLoaded: false })
      expect(portal.address()).toBe(address.split('?')[0])
    },
  )
})

describe('the practice selection', () => {
  test('loads the practice once after two presses, and opens the requested page', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'two' })
    await arrivesAt(portal, '/auth/select-clinic')
    const slow = holdRequests('user/client')
    const button = await screen.findByRole('button', { name: /De Waag/ })
    await act(async () => {
      button.click()
      button.click()
    })
    await slow.count(1)
    expect(button).toHaveAttribute('aria-busy', 'true')
    await act(async () => button.click())
    await slow.releaseAll()
    await arrivesAt(portal, '/client/portal/settings')
    expect(slow.held).toHaveLength(1)
    expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  })

  test('keeps the requested page if the first practice denies access', async () => {
    injectFault(
      http.get('*/api/user/client', ({ request }) =>
        request.url.includes('de-linde') ? Response.json({ code: 'client-locked' }, { status: 403 }) : undefined,
      ),
    )
    const portal = await openPortal('/client/portal/settings', { as: 'two' })
    await portal.press(/De Linde/)
    await portal.follow('Andere praktijk')
    await portal.press(/De Waag/)
    await arrivesAt(portal, '/client/portal/settings')
    expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  })
})

test('a stored token that becomes invalid ends the session once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  sessionStorage.setItem('portal-token', 'garbage')
  const later = watch(portal)
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByRole('alert')).toHaveTextContent('U bent niet (meer) ingelogd.')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(later.all()).toEqual([])
})

const transition = (type: 'pagehide' | 'pageshow', persisted = true) =>
  act(async () => void window.dispatchEvent(Object.assign(new Event(type), { persisted })))

const isSeen = () => document.documentElement.style.visibility !== 'hidden'

const userId = () => JSON.parse(sessionStorage.getItem('portal')!).state.session.userId as string

test('a page from the back/forward cache continues only for its own user', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await transition('pagehide', false)
  expect(isSeen()).toBe(true)
  recordSignOut(userId())
  vi.setSystemTime(Date.now() + 1_000)
  await portal.router.options.context.queryClient.cancelQueries()
  await act(() => signInByPassword(portal.router, { username: personas.staff, password: PASSWORD }))
  await transition('pagehide')
  expect(isSeen()).toBe(false)
  recordSignOut('somebody else')
  await transition('pageshow')
  await waitFor(() => expect(isSeen()).toBe(true))
  expect(sessionStorage.getItem('portal-token')).not.toBeNull()
  expect(portal.address()).not.toBe('/auth/login')
})

describe('an unexpected error', () => {
  test.each<[string, Persona | undefined, (portal: TestPortal) => Promise<unknown>]>([
    ['/auth/select-clinic', 'two', (portal) => portal.press(/De Waag/)],
    ['/auth/no-clinic', 'none', (portal) => portal.press('Opnieuw proberen')],
    ['/auth/login', undefined, (portal) => signIn(portal, 'staff')],
  ])('is shown and logged at %s, and the user can retry', async (address, as, act) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const error = new TypeError('broken')
    const portal = await openPortal(address, as && { as })
    vi.spyOn(portal.router, 'navigate').mockRejectedValueOnce(error)
    await act(portal)
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(logged.mock.calls).toEqual([[error]])
    if (as !== 'two') return
    await portal.press(/De Linde/)
    await arrivesAt(portal, '/client/portal/reminders')
  })

  test('is not logged if practices cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const portal = await openPortal('/auth/no-clinic', { as: 'none' })
    injectFault(answers('get', 'user/practices', 500))
    await portal.press('Opnieuw proberen')
    expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
    expect(logged).not.toHaveBeenCalled()
  })
})

type HappyWindow = typeof window & { happyDOM: { setViewport: (viewport: { width: number }) => void } }

const resize = (width: number) => (window as HappyWindow).happyDOM.setViewport({ width })

test('a window that becomes narrow at the practice selection opens no sidebar later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  resize(1440)
  const portal = await openPortal('/auth/select-clinic', { as: 'two' })
  const isOpen = () => JSON.parse(sessionStorage.getItem('portal')!).state.sidebarOpen as boolean
  expect(isOpen()).toBe(true)
  await act(async () => resize(390))
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(isOpen()).toBe(false)
  await portal.press(/De Waag/)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
  await act(async () => resize(1440))
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(isOpen()).toBe(true)
  resize(1024)
})
