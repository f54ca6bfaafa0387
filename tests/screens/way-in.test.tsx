import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { noteSignOut } from '#src/session/other-tabs.ts'
import { GENERAL, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

afterEach(() => vi.unstubAllGlobals())

const TOKENS = ['7'.repeat(700), 'a.'.repeat(600), '12345678901234567890', '1e5', 'true', 'null', '{"a":1}', '007']

test.each(TOKENS)('the token of a reset link is read as text, whole, and leaves the address: %s', async (token) => {
  const portal = await openPortal(`/auth/reset-password?token=${encodeURIComponent(token)}`)
  expect(portal.address()).toBe('/auth/reset-password')
  expect(portal.session.resetLink.token()).toBe(token)
})

test.each(TOKENS)('so is that of another system: %s', async (token) => {
  let received: string | null = null
  injectFault(
    http.get('*/api/oauth/authenticate', ({ request }) => {
      received = new URL(request.url).searchParams.get('access_token')
      return new Response(null, { status: 401 })
    }),
  )
  const portal = await openPortal(`/auth/login?access_token=${encodeURIComponent(token)}`)
  expect(portal.address()).toBe('/auth/login')
  expect(received).toBe(token)
})

test.each(['/auth/reset-password?token=abc', '/auth/login?access_token=abc'])(
  'of who is signed in too the token leaves %s at once, also where the start hangs',
  async (address) => {
    injectFault(http.get('*/api/*', () => new Promise<undefined>(() => {})))
    const portal = await openPortal(address, { as: 'staff', untilLoaded: false })
    expect(portal.address()).toBe(address.split('?')[0])
  },
)

test('a link from a mail without a token says so', async () => {
  await openPortal('/auth/reset-password?token=')
  expect(await screen.findByRole('heading', { name: 'Geen geldige link' })).toBeVisible()
})

test('a practice pressed twice is chosen once, shows that it loads, and the page that was asked for opens', async () => {
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

test('another practice pressed while one loads is the one, and the page that was asked for opens', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'two' })
  await arrivesAt(portal, '/auth/select-clinic')
  const slow = holdRequests('user/client', ({ searchParams }) => searchParams.get('practiceId') === 'de-waag')
  await portal.user.click(await screen.findByRole('button', { name: /De Waag/ }))
  await slow.count(1)
  await portal.user.click(screen.getByRole('button', { name: /De Linde/ }))
  await arrivesAt(portal, '/client/portal/settings')
  await slow.releaseAll()
  expect(portal.address()).toBe('/client/portal/settings')
  expect(JSON.parse(sessionStorage.getItem('portal')!).state.activePracticeId).toBe('de-linde')
})

test('a practice that refuses loses nothing: the page that was asked for opens at the other', async () => {
  injectFault(
    http.get('*/api/user/client', ({ request }) =>
      request.url.includes('de-linde') ? Response.json({ code: 'client-locked' }, { status: 403 }) : undefined,
    ),
  )
  const portal = await openPortal('/client/portal/settings', { as: 'two' })
  await portal.user.click(await screen.findByRole('button', { name: /De Linde/ }))
  await portal.user.click(await screen.findByRole('link', { name: 'Andere praktijk' }))
  await portal.user.click(await screen.findByRole('button', { name: /De Waag/ }))
  await arrivesAt(portal, '/client/portal/settings')
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
})

test('a stored token that becomes garbage ends the session once, calmly', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  sessionStorage.setItem('portal-token', 'garbage')
  const later = watch(portal)
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByRole('alert')).toHaveTextContent('U bent niet (meer) ingelogd.')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(later.all()).toEqual([])
})

test('a browser that refuses the channel between tabs has the portal all the same', async () => {
  vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
  await arrivesAt(portal, '/auth/login')
})

const transition = (type: 'pagehide' | 'pageshow', persisted = true) =>
  act(async () => void window.dispatchEvent(Object.assign(new Event(type), { persisted })))

const isSeen = () => document.documentElement.style.visibility !== 'hidden'

const userId = () => JSON.parse(sessionStorage.getItem('portal')!).state.session.userId as string

test('a page that comes back after its user has signed out elsewhere ends before it is seen', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await transition('pagehide')
  expect(isSeen()).toBe(false)
  // Another tab, while this one sleeps.
  noteSignOut(userId())
  const later = watch(portal)
  await transition('pageshow')
  await arrivesAt(portal, '/auth/login')
  await waitFor(() => expect(isSeen()).toBe(true))
  expect(screen.getByRole('heading', { name: 'Welkom terug' })).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  expect(sessionStorage.getItem('portal-token')).toBeNull()
  // Its own session ends on the server as well, where it is known by then that the server can.
  expect(later.all().filter((call) => call !== 'DELETE /api/user/session')).toEqual([])
})

test('a page that comes back after somebody else has signed out goes on as it was', async () => {
  noteSignOut('somebody')
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await transition('pagehide')
  noteSignOut('somebody else')
  await transition('pageshow')
  await waitFor(() => expect(isSeen()).toBe(true))
  expect(portal.address()).toBe('/admin/clients/registered')
  expect(screen.getByRole('table')).toBeVisible()
})

test('who has signed out here before and in again is not signed out by it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  noteSignOut(userId())
  vi.setSystemTime(Date.now() + 1_000)
  await portal.router.options.context.queryClient.cancelQueries()
  const { signInByPassword } = await import('#src/session/sign-in.ts')
  await act(() => signInByPassword(portal.router, { username: personas.staff, password: PASSWORD }))
  await transition('pagehide')
  await transition('pageshow')
  expect(portal.address()).toBe('/admin/dashboard')
  expect(isSeen()).toBe(true)
})

test('a page that is left for good is not put away', async () => {
  await openPortal('/auth/login')
  await transition('pagehide', false)
  expect(isSeen()).toBe(true)
})

test('signing out ends the session by any key or button, and Ctrl on the way back to the clinic is the browser’s', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  const header = within(screen.getByRole('banner'))
  const toAdmin = header.getByRole('link', { name: 'Terug naar beheer' })
  expect(fireEvent.click(toAdmin, { ctrlKey: true })).toBe(true)
  expect(fireEvent.click(toAdmin)).toBe(false)
  const out = header.getByRole('link', { name: 'Uitloggen' })
  const middle = new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true })
  await act(async () => void out.dispatchEvent(middle))
  expect(middle.defaultPrevented).toBe(true)
  await arrivesAt(portal, '/auth/login')
  expect(sessionStorage.getItem('portal-token')).toBeNull()
})

test('what nobody foresaw when a practice is chosen is told and logged, and another press chooses', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new TypeError('broken')
  const portal = await openPortal('/auth/select-clinic', { as: 'two' })
  vi.spyOn(portal.router, 'navigate').mockRejectedValueOnce(error)
  await portal.user.click(await screen.findByRole('button', { name: /De Waag/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(logged.mock.calls).toEqual([[error]])
  await portal.user.click(screen.getByRole('button', { name: /De Linde/ }))
  await arrivesAt(portal, '/client/portal/reminders')
})

test('what nobody foresaw when practices are asked for again is told and logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new TypeError('broken')
  const portal = await openPortal('/auth/no-clinic', { as: 'none' })
  vi.spyOn(portal.router, 'navigate').mockRejectedValueOnce(error)
  await portal.user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(logged.mock.calls).toEqual([[error]])
})

test('practices that fail when they are asked for again are told of once, and not logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const portal = await openPortal('/auth/no-clinic', { as: 'none' })
  injectFault(answers('get', 'user/practices', 500))
  await portal.user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
  expect(logged).not.toHaveBeenCalled()
})

test('what nobody foresaw in signing in is told once, and what was typed stays', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const portal = await openPortal('/auth/login')
  const error = new TypeError('broken')
  vi.spyOn(portal.router, 'navigate').mockRejectedValueOnce(error)
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(logged.mock.calls).toEqual([[error]])
})

type HappyWindow = typeof window & { happyDOM: { setViewport: (viewport: { width: number }) => void } }

const resize = (width: number) => (window as HappyWindow).happyDOM.setViewport({ width })

test('a window that turns narrow at the choice of a practice opens no drawer later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  resize(1440)
  const portal = await openPortal('/auth/select-clinic', { as: 'two' })
  const isOpen = () => JSON.parse(sessionStorage.getItem('portal')!).state.sidebarOpen as boolean
  expect(isOpen()).toBe(true)
  await act(async () => resize(390))
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(isOpen()).toBe(false)
  await portal.user.click(screen.getByRole('button', { name: /De Waag/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
  await act(async () => resize(1440))
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(isOpen()).toBe(true)
  resize(1024)
})
